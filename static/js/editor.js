// Turns a textarea into an editor. The textarea stays in the form and always holds the text.
import {
  Decoration,
  EditorState,
  EditorView,
  GutterMarker,
  HighlightStyle,
  Prec,
  StateEffect,
  StateField,
  StreamLanguage,
  bracketMatching,
  c,
  cpp,
  defaultKeymap,
  drawSelection,
  gutter,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  keymap,
  lineNumbers,
  placeholder,
  syntaxHighlighting,
  tags,
} from "../vendor/codemirror-6.min.js";

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.modifier], class: "hk" },
  { tag: [tags.typeName, tags.standard(tags.name)], class: "ht" },
  { tag: [tags.number, tags.bool, tags.atom], class: "hn" },
  { tag: [tags.string, tags.character], class: "hs" },
  { tag: tags.comment, class: "hc" },
  { tag: [tags.meta, tags.processingInstruction], class: "hp" },
  { tag: tags.definition(tags.variableName), class: "hf" },
]);

const setBands = StateEffect.define();
const setLinked = StateEffect.define();
const setMessages = StateEffect.define();

/** Line decorations that move with the text while it is edited. */
function lineField(effect, classOf) {
  return StateField.define({
    create: () => Decoration.none,
    update(value, transaction) {
      let mapped = value.map(transaction.changes);
      for (const item of transaction.effects) {
        if (item.is(effect)) mapped = decorate(transaction.state.doc, item.value, classOf);
      }
      return mapped;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

function decorate(doc, lines, classOf) {
  const marks = [...lines]
    .filter(([line]) => line >= 1 && line <= doc.lines)
    .sort(([a], [b]) => a - b)
    .map(([line, value]) => Decoration.line({ class: classOf(value) }).range(doc.line(line).from));
  return Decoration.set(marks);
}

class MessageMarker extends GutterMarker {
  constructor(severity, text) {
    super();
    this.severity = severity;
    this.text = text;
  }
  toDOM() {
    const mark = document.createElement("span");
    mark.className = `message-mark is-${this.severity}`;
    mark.textContent = this.severity === "error" ? "✕" : "!";
    mark.title = this.text;
    return mark;
  }
}

const messageField = StateField.define({
  create: () => new Map(),
  update(value, transaction) {
    if (transaction.docChanged) return new Map();
    const effect = transaction.effects.find((item) => item.is(setMessages));
    return effect ? effect.value : value;
  },
});

const messageGutter = gutter({
  class: "message-gutter",
  lineMarker(view, line) {
    const found = view.state.field(messageField).get(view.state.doc.lineAt(line.from).number);
    return found ? new MessageMarker(found.severity, found.text) : null;
  },
  lineMarkerChange: (update) =>
    update.transactions.some((item) => item.effects.some((effect) => effect.is(setMessages))),
});

// What reorders or hides text: the characters that the listing marks too (`compiler_core/deceptive_text.py`).
const UNSEEN = /\p{Cf}|\p{Zl}|\p{Zp}|[\u115f\u1160\u3164\uffa0\u034f]/gu;

function codePoint(code, description) {
  const mark = document.createElement("span");
  mark.className = "cm-specialChar";
  mark.textContent = `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  mark.title = description;
  mark.setAttribute("aria-label", description);
  return mark;
}

/** Enhances `field`, which holds a label and a textarea. Returns what the page needs to drive it. */
export function createEditor(field, { onSubmit, onEdit, onLine }) {
  const area = field.querySelector("textarea");
  const grammars = { c: StreamLanguage.define(c), "c++": StreamLanguage.define(cpp) };
  const submit = () => {
    onSubmit();
    return true;
  };
  const listener = EditorView.updateListener.of((update) => {
    if (update.docChanged) {
      area.value = update.state.doc.toString();
      onEdit();
    } else if (update.selectionSet && update.transactions.some((item) => item.isUserEvent("select"))) {
      onLine(update.state.doc.lineAt(update.state.selection.main.head).number);
    }
  });
  const extensions = [
    EditorView.cspNonce.of(field.dataset.styleNonce),
    Prec.highest(keymap.of([{ key: "Mod-Enter", run: submit }])),
    messageField,
    messageGutter,
    lineNumbers(),
    history(),
    drawSelection(),
    highlightSpecialChars({ addSpecialChars: UNSEEN, render: codePoint }),
    indentOnInput(),
    indentUnit.of("    "),
    bracketMatching(),
    syntaxHighlighting(colours),
    placeholder(area.placeholder),
    lineField(setBands, (band) => `band band-${band}`),
    lineField(setLinked, () => "linked"),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": field.querySelector("label").textContent }),
    listener,
  ];
  // The same extensions beside another grammar keep their state: history, bands, messages.
  const inLanguage = (name) => [grammars[name] ?? grammars.c, extensions];
  let shown = field.dataset.language;
  const view = new EditorView({
    state: EditorState.create({ doc: area.value, extensions: inLanguage(shown) }),
  });
  area.hidden = true;
  area.before(view.dom);
  return {
    bands: (lines) => view.dispatch({ effects: setBands.of(lines) }),
    linked: (lines) => view.dispatch({ effects: setLinked.of(lines) }),
    messages: (lines) => view.dispatch({ effects: setMessages.of(lines) }),
    showLine(line) {
      if (line > view.state.doc.lines) return;
      const start = view.state.doc.line(line).from;
      view.dispatch({ selection: { anchor: start }, effects: EditorView.scrollIntoView(start, { y: "nearest" }) });
    },
    /** Colours and indents by another grammar; the text stays. */
    language(name) {
      if (name === shown) return;
      shown = name;
      view.dispatch({ effects: StateEffect.reconfigure.of(inLanguage(name)) });
    },
    focus: () => view.focus(),
  };
}
