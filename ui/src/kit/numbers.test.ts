import { expect, test } from "vitest";

import { share, temperature, wholeNumber, wholePercent } from "./numbers";

test.each([
  ["", null],
  ["8192", 8192],
  [" 32,768 ", 32_768],
  ["32.768", 32_768],
  ["1,048,576", 1_048_576],
  ["1,5", undefined],
  ["1.5", undefined],
  ["1,048.576", undefined],
  ["8k", undefined],
  ["-5", undefined],
  ["0", undefined],
])("%j as a number of tokens", (text, expected) => {
  expect(wholeNumber(text)).toBe(expected);
});

test.each([
  ["0.25", 0.25],
  ["0,4", 0.4],
  ["1", 1],
  [".5", 0.5],
  ["0.29", 0.29],
  ["", undefined],
  ["1.01", undefined],
  ["near", undefined],
])("%j as a share", (text, expected) => {
  expect(share(text)).toBe(expected);
});

test.each([
  ["10", 10],
  [" 0 ", 0],
  ["100", 100],
  ["101", undefined],
  ["5.5", undefined],
  ["", undefined],
])("%j as a percentage", (text, expected) => {
  expect(wholePercent(text)).toBe(expected);
});

test.each([
  ["0.7", 0.7],
  ["1,25", 1.25],
  ["2", 2],
  ["", null],
  ["2.1", undefined],
  ["hot", undefined],
])("%j as a temperature", (text, expected) => {
  expect(temperature(text)).toBe(expected);
});
