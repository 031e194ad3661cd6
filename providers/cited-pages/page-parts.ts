import type { Attributes } from './hidden-text';

/** Parts of a page where its visitors write. */
const COMMENTS =
  /^(?:(?:user|reader|visitor|customer|post|article|blog|entry|page|fb|wp-block|wp-block-post|single)[-_])?comments?(?:[-_](?:list|body|content|text|area|section|thread|item|wrap|wrapper|container|inner|box|block))?$|^(?:commentlist|commenttext|comments?area|commtext|disqus(?:[-_]\w{1,20})?|hyvor-talk-view|giscus|utterances|respond)$/iu;
const COMMENT_TYPE = /schema\.org\/(?:User)?Comments?\b/iu;

/** True for the element of a page that holds comments of its visitors. */
export function isComments(name: string, { id, class: classes, itemtype, itemprop }: Attributes): boolean {
  // A page says by classes of its whole that it has comments.
  if (name === 'html' || name === 'body' || name === 'main') return false;
  if (itemtype !== undefined && COMMENT_TYPE.test(itemtype)) return true;
  if (itemprop === 'comment') return true;
  if (id !== undefined && COMMENTS.test(id)) return true;
  if (classes?.split(/\s+/u, 30).some((each) => COMMENTS.test(each))) return true;
  return name === 'shreddit-comment' || name === 'disqus-thread' || name === 'fb-comments';
}

const NOTE_CLASS =
  /^(?:(?:foot|end)?note[-_]?(?:ref|reference|anchor|link|marker|number)s?|fnref|fn-ref|reference|cite[-_]ref|reflink|easy-footnote)$/iu;

/** True for the mark of a footnote, by what the page says of it. */
export function isNoteMark(name: string, attributes: Attributes): boolean {
  if (/\b(?:doc-)?noteref\b/u.test(`${attributes.role ?? ''} ${attributes['epub:type'] ?? ''}`)) return true;
  if (name !== 'sup' && name !== 'a' && name !== 'span') return false;
  return attributes.class?.split(/\s+/u, 30).some((each) => NOTE_CLASS.test(each)) ?? false;
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';
/** Longest mark of a footnote. */
const LONGEST_MARK = 8;

/**
 * Text of raised or lowered characters: digits as Unicode has them for this, so that they never join those before; the
 * mark of a footnote in brackets; anything else as it is.
 */
export function raisedText(text: string, { lowered, mark }: { lowered: boolean; mark: boolean }): string {
  const bare = text.trim();
  if (mark) {
    const inner = bare.replace(/^\[|\]$/gu, '').trim();
    if (/^(?:\d{1,3}|\p{L})$/u.test(inner)) return `[${inner}]`;
    // Words such as "citation needed" are no part of the sentence, nor are daggers.
    if (bare.startsWith('[') || bare.length <= LONGEST_MARK) return '';
  }
  if (!/^\d[\d\s,;–-]*$/u.test(bare)) return text;
  return bare.replace(/\D/gu, '').replace(/\d/gu, (digit) => (lowered ? LOWERED : RAISED)[Number(digit)]!);
}
