import { TAGS, type AnyEndpoint, type Tag } from '../../../http/endpoint';
import type { SideEntry } from '../../components/frame';

/** Area of the API: the customer endpoints with one tag. */
export interface Area {
  tag: Tag;
  /** Shown in headings and navigation. */
  name: string;
  /** Description in one sentence. */
  about: string;
  href: string;
  endpoints: readonly AnyEndpoint[];
}

/** Path of the reference. Area pages are under this path. */
export const REFERENCE_PATH = '/docs';

/** Path of the page that sends requests from the browser. */
export const TRY_PATH = '/docs/try';

/** Areas in tag order, without tags that have no customer endpoints. */
export function areasOf(all: readonly AnyEndpoint[]): Area[] {
  return Object.entries(TAGS).flatMap(([tag, about]) => {
    const endpoints = all.filter((spec) => spec.tag === tag && !spec.internal);
    return endpoints.length > 0
      ? [{ tag: tag as Tag, name: nameOf(tag), about, href: `${REFERENCE_PATH}/${tag}`, endpoints }]
      : [];
  });
}

/** Side navigation entries of the areas. */
export function areaEntries(areas: readonly Area[]): SideEntry[] {
  return areas.map(({ href, name }) => ({ href, label: name, part: true }));
}

/** URL path of an endpoint in the reference. */
export function operationHref({ href }: Area, { operationId }: AnyEndpoint): string {
  return `${href}#${operationId}`;
}

function nameOf(tag: string): string {
  return `${tag[0]!.toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`;
}
