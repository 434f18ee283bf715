// Copies the files that need no bundling, all licences, and writes the table of hashes.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);
const modules = new URL("node_modules/", import.meta.url);
const version = (name) => JSON.parse(readFileSync(new URL(`${name}/package.json`, modules))).version;
const editorParts = [
  "@codemirror/commands",
  "@codemirror/language",
  "@codemirror/legacy-modes",
  "@codemirror/state",
  "@codemirror/streamparser",
  "@codemirror/view",
  "@lezer/common",
  "@lezer/highlight",
  "@lezer/lr",
  "@marijn/find-cluster-break",
  "crelt",
  "style-mod",
  "w3c-keyname",
];

const files = [
  {
    path: "static/vendor/htmx-4.0.1.min.js",
    from: "htmx.org/dist/htmx.min.js",
    what: `htmx.org ${version("htmx.org")}`,
    licence: "Zero-Clause BSD",
    licences: ["htmx.org"],
  },
  {
    path: "static/vendor/codemirror-6.min.js",
    what: editorParts.map((name) => `${name} ${version(name)}`).join(", "),
    licence: "MIT",
    licences: editorParts,
  },
  {
    path: "static/vendor/jetbrains-mono-latin-400.woff2",
    from: "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2",
    what: `JetBrains Mono, Latin, regular (@fontsource/jetbrains-mono ${version("@fontsource/jetbrains-mono")})`,
    licence: "SIL Open Font License 1.1",
    licences: ["@fontsource/jetbrains-mono"],
  },
  {
    path: "tests/e2e/vendor/axe.min.js",
    from: "axe-core/axe.min.js",
    what: `axe-core ${version("axe-core")} (tests only)`,
    licence: "MPL 2.0",
    licences: ["axe-core"],
  },
];

const licenceFile = (name) => `${name.replace("@", "").replace("/", "-")}.txt`;
const digest = (path) => createHash("sha256").update(readFileSync(new URL(path, root))).digest("hex");

mkdirSync(new URL("static/vendor/licences/", root), { recursive: true });
mkdirSync(new URL("tests/e2e/vendor/", root), { recursive: true });
for (const file of files) {
  if (file.from) copyFileSync(new URL(file.from, modules), new URL(file.path, root));
  for (const name of file.licences) {
    copyFileSync(
      new URL(`${name}/LICENSE`, modules),
      new URL(`static/vendor/licences/${licenceFile(name)}`, root),
    );
  }
}

const rows = files.map(
  ({ path, what, licence, licences }) =>
    `| ${path} | ${what} | ${licence} | ${licences.map(licenceFile).join(", ")} | ${digest(path)} |`,
);
writeFileSync(
  new URL("static/vendor/README.md", root),
  `# Vendored files

Written by \`npm run build\` in \`script/build_editor\`; nothing here is edited by hand. Licence texts
are in \`licences/\`. A test compares every file with its SHA-256.

| File | What | Licence | Licence texts | SHA-256 |
|---|---|---|---|---|
${rows.join("\n")}
`,
);
