/** What widgets say. */
export const words = {
  close: "Close",
  signInName: "What stands before the “@” is a name to sign in with, not the site.",
  lookalike: "The site’s name has letters that look like others. “xn--” is how such a name is really spelled.",
};
