// What the explorer needs of CodeMirror 6, and nothing more: this list decides the bundle's size.
export { EditorState, StateEffect, StateField, Prec } from "@codemirror/state";
export {
  Decoration,
  EditorView,
  GutterMarker,
  drawSelection,
  gutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export {
  HighlightStyle,
  StreamLanguage,
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
export { c, cpp } from "@codemirror/legacy-modes/mode/clike";
export { tags } from "@lezer/highlight";
