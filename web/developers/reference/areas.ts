import { TAGS, type AnyEndpoint, type Tag } from '../../../http/endpoint';
import type { SideEntry } from '../../components/frame';

/** Area of the API: what customers call under one tag. */
export interface Area {
  tag: Tag;
  /** Name in headings and navigation. */
  name: string;
  /** One sentence. */
  about: string;
  /** Path of its page. */
  href: string;
  endpoints: readonly AnyEndpoint[];
}

/** Path of the reference; its areas are below it. */
export const REFERENCE_PATH = '/docs';

/** Path of the page where requests are tried. */
export const TRY_PATH = '/docs/try';

/** Areas in the order of the tags, without those that hold nothing for callers. */
export function areasOf(all: readonly AnyEndpoint[]): Area[] {
  return Object.entries(TAGS).flatMap(([tag, about]) => {
    const endpoints = all.filter((spec) => spec.tag === tag && !spec.internal);
    return endpoints.length > 0
      ? [{ tag: tag as Tag, name: nameOf(tag), about, href: `${REFERENCE_PATH}/${tag}`, endpoints }]
      : [];
  });
}

/** Entries of the side navigation for these areas. */
export function areaEntries(areas: readonly Area[]): SideEntry[] {
  return areas.map(({ href, name }) => ({ href, label: name, part: true }));
}

/** Address of one endpoint in the reference. */
export function operationHref({ href }: Area, { operationId }: AnyEndpoint): string {
  return `${href}#${operationId}`;
}

function nameOf(tag: string): string {
  return `${tag[0]!.toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`;
}
