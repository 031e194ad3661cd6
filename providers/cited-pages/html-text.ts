import { Parser } from 'htmlparser2';

/** Elements whose content nobody reads on the page. */
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'datalist']);

/** Elements within a line; all others part the text before, in and after them. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small ' +
    'span strike strong sub sup time tt u var wbr'
  ).split(' '),
);

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/iu;

/** Text of a page, and whether it has scripts. */
export interface HtmlText {
  text: string;
  scripted: boolean;
}

/**
 * Text that a reader of the page sees, as far as its source shows: without scripts, styles, templates and what is
 * hidden by attribute or by its own style. Parses a stream of tags without building a tree.
 */
export function htmlText(source: string, xml = false): HtmlText {
  const parts: string[] = [];
  let hiddenDepth = 0;
  let scripted = false;
  const part = (name: string) => {
    if (!INLINE.has(name)) parts.push('\n');
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        scripted ||= name === 'script';
        if (hiddenDepth > 0 || UNREAD.has(name) || isHidden(attributes)) hiddenDepth += 1;
        else part(name);
      },
      onclosetag(name) {
        if (hiddenDepth > 0) hiddenDepth -= 1;
        else part(name);
      },
      ontext(text) {
        if (hiddenDepth === 0) parts.push(text);
      },
    },
    { xmlMode: xml, decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(source);
  return { text: parts.join(''), scripted };
}

function isHidden({ hidden, style }: Record<string, string>): boolean {
  // `until-found` is shown as soon as a reader looks for it.
  return (hidden !== undefined && hidden !== 'until-found') || (style !== undefined && HIDING_STYLE.test(style));
}
