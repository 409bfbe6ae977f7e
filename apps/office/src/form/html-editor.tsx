import { isOwnPicture, storedPictureOf } from '@agres/domain/stored-pictures';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { useLingui } from '@lingui/react/macro';
import { Node } from '@tiptap/core';
import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import {
  Bold,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  TextQuote,
} from 'lucide';
import { useEffect, useId, useState, type ComponentProps } from 'react';

import { ICON_SIZE } from '../ui.tsx';
import { FileField } from './picture-fields.tsx';

type EditorProps = {
  name: string;
  lang: string;
  value: string;
  onChange: (html: string) => void;
  labelId: string;
  problemId: string | null;
};

/** The targets that the server's sanitizer allows. */
const LINK = /^(?:https:\/\/|mailto:|\/(?!\/))[^\s"'<>\\]+$/;

/** Pictures from other sites are dropped on paste. */
const PICTURE = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (img) => isOwnPicture(img.getAttribute('src') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});

const EXTENSIONS = [
  PICTURE,
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // Otherwise TipTap appends an empty paragraph.
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
  'input min-h-60 max-w-full lg:min-h-90 space-y-4 break-words whitespace-pre-wrap [&_a]:underline [&_blockquote]:border-l-4 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_h2]:text-title-s [&_h2]:font-bold [&_h3]:text-lead [&_h3]:font-bold [&_h4]:font-bold [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6 [&_img]:rounded-control [&_img.ProseMirror-selectednode]:outline-3 [&_img.ProseMirror-selectednode]:outline-focus';

/** Edits a text with the headings, lists, marks and links that the site shows. Drops other markup. */
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
    // The office's Content Security Policy allows only the styles of the page.
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

const ICONS = {
  bold: Bold,
  italic: Italic,
  heading: Heading2,
  subheading: Heading3,
  bullets: List,
  numbers: ListOrdered,
  quote: TextQuote,
  link: Link,
  picture: Image,
} as const;

type ToolProps = Pick<ComponentProps<'button'>, 'aria-pressed' | 'aria-expanded' | 'onClick'> & {
  kind: keyof typeof ICONS;
  label: string;
};

function Tool({ kind, label, ...button }: ToolProps) {
  return (
    <button
      type="button"
      title={label}
      className="inline-flex h-11 min-w-0 flex-1 items-center justify-center max-w-11 border-l border-control-line first-of-type:rounded-l-control first-of-type:border-l-0 last-of-type:rounded-r-control hover:bg-ground-deep aria-expanded:bg-ground-deep aria-pressed:bg-secondary aria-pressed:text-on-dark"
      {...button}
    >
      <Icon of={ICONS[kind]} className={ICON_SIZE} />
      <span className="sr-only">{label}</span>
    </button>
  );
}

function Toolbar({ editor }: { editor: Editor }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'link' | 'picture' | null>(null);
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
    ['bold', t`Bold`, () => chain().toggleBold().run()],
    ['italic', t`Italic`, () => chain().toggleItalic().run()],
    ['heading', t`Heading`, () => chain().toggleHeading({ level: 2 }).run()],
    ['subheading', t`Subheading`, () => chain().toggleHeading({ level: 3 }).run()],
    ['bullets', t`List`, () => chain().toggleBulletList().run()],
    ['numbers', t`Numbered list`, () => chain().toggleOrderedList().run()],
    ['quote', t`Quote`, () => chain().toggleBlockquote().run()],
  ] as const;
  const close = () => setOpen(null);
  const toggle = (part: 'link' | 'picture') => setOpen(open === part ? null : part);
  return (
    <>
      <div className="top-(--under-tabs) z-5 min-w-0 bg-surface py-1 tall:sticky">
        <fieldset className="flex w-full max-w-[calc(9*2.75rem)] min-w-0 rounded-control border border-control-line">
          <legend className="sr-only">{t`Format`}</legend>
          {tools.map(([kind, label, run]) => (
            <Tool key={kind} kind={kind} label={label} aria-pressed={active[kind]} onClick={run} />
          ))}
          <Tool
            kind="link"
            label={t`Link`}
            aria-pressed={active.link}
            aria-expanded={open === 'link'}
            onClick={() => toggle('link')}
          />
          <Tool
            kind="picture"
            label={t`Picture`}
            aria-expanded={open === 'picture'}
            onClick={() => toggle('picture')}
          />
        </fieldset>
      </div>
      {open === 'link' && <LinkField editor={editor} onDone={close} />}
      {open === 'picture' && <PictureInText editor={editor} onDone={close} />}
    </>
  );
}

function PictureInText({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const [src, setSrc] = useState('');
  const [alt, setAlt] = useState('');
  const insert = () => {
    const { width = null, height = null } = storedPictureOf(src) ?? {};
    const picture = { type: 'picture', attrs: { src, alt: alt.trim(), width, height } };
    editor
      .chain()
      .focus()
      .insertContent({ type: 'paragraph', content: [picture] })
      .run();
    onDone();
  };
  if (src === '') {
    return <FileField label={t`Choose a picture`} isMultiple={false} onUploaded={setSrc} />;
  }
  return (
    <div className="grid gap-2">
      <img src={src} alt="" className="max-h-28 w-fit rounded-control" />
      <label htmlFor={id} className="font-semibold">
        {t`What the picture shows`}
      </label>
      <input
        id={id}
        className="input"
        value={alt}
        maxLength={200}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setAlt(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter must not submit the enclosing form.
          event.preventDefault();
          insert();
        }}
      />
      <p id={`${id}-hint`} className="text-small text-ink-soft">
        {t`Describe the picture for people who cannot see it. Leave empty if it only decorates.`}
      </p>
      <div className="flex flex-wrap gap-4">
        <button type="button" className={BUTTON.secondary} onClick={insert}>
          {t`Insert the picture`}
        </button>
        <button type="button" className={BUTTON.quiet} onClick={onDone}>
          {t`Cancel`}
        </button>
      </div>
    </div>
  );
}

/** An empty address removes the link. */
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
      // Without a selection, the address itself becomes the link text.
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
            // Enter must not submit the enclosing form.
            event.preventDefault();
            apply();
          }}
        />
        <button type="button" className={BUTTON.secondary} onClick={apply}>
          {t`Set the link`}
        </button>
      </div>
      <p id={`${id}-hint`} className={`text-small ${isWrong ? 'text-error' : 'text-ink-soft'}`}>
        {t`Starts with https://, mailto: or, for a page of the site, with /.`}
      </p>
    </div>
  );
}
