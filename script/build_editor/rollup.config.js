import resolve from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";

export default {
  input: "codemirror.js",
  output: { file: "../../static/vendor/codemirror-6.min.js", format: "es" },
  plugins: [resolve(), terser({ format: { comments: false } })],
};
