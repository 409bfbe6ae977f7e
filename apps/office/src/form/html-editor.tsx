import { useLingui } from '@lingui/react/macro';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useId, useState } from 'react';

type EditorProps = {
  name: string;
  lang: string;
  value: string;
  onChange: (html: string) => void;
  labelId: string;
  problemId: string | null;
};

/** Where a link may lead: what the cleaning of the server keeps. */
const LINK = /^(?:https:\/\/|mailto:|\/(?!\/))[^\s"'<>\\]+$/;

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // The text ends where its last block ends.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: (url) => LINK.test(url),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
];

const LOOK =
  'input min-h-40 max-w-full space-y-4 break-words whitespace-pre-wrap [&_a]:underline [&_blockquote]:border-l-4 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_h2]:text-title-s [&_h2]:font-bold [&_h3]:text-lead [&_h3]:font-bold [&_h4]:font-bold [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6';

/** A text with the headings, lists, marks and links that the site shows; other markup is not taken in. */
// oxlint-disable-next-line import/no-default-export -- loaded by `lazy`
export default function HtmlEditor({
  name,
  lang,
  value,
  onChange,
  labelId,
  problemId,
}: EditorProps) {
  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    'aria-invalid': String(problemId !== null),
    ...(problemId === null ? {} : { 'aria-describedby': problemId }),
    'data-field': name,
    lang,
    class: LOOK,
  };
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    // The page's own styles: the office allows no others.
    injectCSS: false,
    editorProps: { attributes },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  useEffect(() => {
    editor.setOptions({ editorProps: { attributes } });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the rest stays as it is
  }, [editor, problemId, labelId]);
  return (
    <div className="grid min-w-0 gap-2">
      <Toolbar editor={editor} />
      <EditorContent editor={editor} className="min-w-0" />
    </div>
  );
}

const TOOL =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-control border border-control-line px-2 aria-pressed:border-transparent aria-pressed:bg-secondary aria-pressed:text-on-dark';

function Toolbar({ editor }: { editor: Editor }) {
  const { t } = useLingui();
  const [isLinking, setIsLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      heading: now.isActive('heading', { level: 2 }),
      subheading: now.isActive('heading', { level: 3 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
    }),
  });
  const chain = () => editor.chain().focus();
  const tools = [
    ['bold', t`Bold`, <b key="b">B</b>, () => chain().toggleBold().run()],
    ['italic', t`Italic`, <i key="i">I</i>, () => chain().toggleItalic().run()],
    ['heading', t`Heading`, 'H2', () => chain().toggleHeading({ level: 2 }).run()],
    ['subheading', t`Subheading`, 'H3', () => chain().toggleHeading({ level: 3 }).run()],
    ['bullets', t`Bullet list`, '•', () => chain().toggleBulletList().run()],
    ['numbers', t`Numbered list`, '1.', () => chain().toggleOrderedList().run()],
    ['quote', t`Quote`, '“', () => chain().toggleBlockquote().run()],
  ] as const;
  return (
    <>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{t`Format`}</legend>
        {tools.map(([kind, label, sign, toggle]) => (
          <button
            key={kind}
            type="button"
            className={TOOL}
            aria-pressed={active[kind]}
            title={label}
            onClick={toggle}
          >
            <span aria-hidden>{sign}</span>
            <span className="sr-only">{label}</span>
          </button>
        ))}
        <button
          type="button"
          className={TOOL}
          aria-pressed={active.link}
          aria-expanded={isLinking}
          onClick={() => setIsLinking(!isLinking)}
        >
          {t`Link`}
        </button>
      </fieldset>
      {isLinking && <LinkField editor={editor} onDone={() => setIsLinking(false)} />}
    </>
  );
}

/** The address of the chosen words; none: no link. */
function LinkField({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const [url, setUrl] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));
  const [isWrong, setIsWrong] = useState(false);
  const apply = () => {
    const typed = url.trim();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (typed === '') chain.unsetLink().run();
    else if (!LINK.test(typed)) return setIsWrong(true);
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      // Without chosen words the address itself is the link.
      chain
        .insertContent({
          type: 'text',
          text: typed,
          marks: [{ type: 'link', attrs: { href: typed } }],
        })
        .run();
    } else chain.setLink({ href: typed }).run();
    return onDone();
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {t`Address of the link`}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          className="input min-w-0 flex-1 basis-48"
          value={url}
          autoComplete="off"
          placeholder="https://"
          aria-invalid={isWrong}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            setUrl(target.value);
            setIsWrong(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form around it is not sent.
            event.preventDefault();
            apply();
          }}
        />
        <button type="button" className={TOOL} onClick={apply}>
          {t`Set the link`}
        </button>
      </div>
      <p id={`${id}-hint`} className={`text-small ${isWrong ? 'text-error' : 'text-ink-soft'}`}>
        {t`Starts with https://, mailto: or, for a page of the site, with /.`}
      </p>
    </div>
  );
}
