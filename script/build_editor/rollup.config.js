import resolve from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";

export default {
  input: "codemirror.js",
  // The mode of C also makes those of Java, Scala, Dart and others, which nobody here asks for.
  treeshake: { manualPureFunctions: ["clike", "words"] },
  output: { file: "../../static/vendor/codemirror-6.min.js", format: "es" },
  plugins: [resolve(), terser({ format: { comments: false } })],
};
