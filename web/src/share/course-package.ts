/** Course packages: this site's embed script with all that it needs, a page, and a manifest, in one zip file. Loaded on demand. */
import { zipSync } from 'fflate';
import { direction, getLocale } from '../ui/locale';
import type { CourseConfig } from './course-config';
import { COURSE_CSS, coursePage, FILES, manifest, START_PAGE, tincan } from './course-manifest';

/** What the build says of the embed's files (scripts/lib/embed-files.mjs). */
interface EmbedFiles {
  /** Of every embed. */
  common: readonly string[];
  /** The engine, which lessons need, in the build without threads: frames of platforms have none. */
  engine: readonly string[];
  languages: Readonly<Record<string, string>>;
}

/** A zip file with these names and contents. */
export async function coursePackage(config: CourseConfig, siteUrl: string): Promise<Blob> {
  const { version, content } = config;
  const { title } = config.activity;
  const { common, engine, languages } = JSON.parse(
    new TextDecoder().decode(await fetched(new URL('embed-files.json', siteUrl))),
  ) as EmbedFiles;
  const lang = getLocale();
  const own = languages[lang];
  const names = [...common, ...('puzzles' in config.content ? [] : engine), ...(own ? [own] : [])];
  const entries = await Promise.all(
    names.map(async (name) => [FILES + name, await fetched(new URL(name, siteUrl))] as const),
  );
  const text = (content: string): Uint8Array => new TextEncoder().encode(content);
  const files: Record<string, Uint8Array> = {
    [START_PAGE]: text(coursePage(config, lang, direction())),
    'course.css': text(COURSE_CSS),
    ...Object.fromEntries(entries),
  };
  const first: Record<string, Uint8Array> =
    version === 'xapi'
      ? { 'tincan.xml': text(tincan(config, lang)) }
      : { 'imsmanifest.xml': text(manifest({ version, content }, title, Object.keys(files))) };
  const bytes = zipSync({ ...first, ...files }, { level: 6 });
  return new Blob([bytes], { type: 'application/zip' });
}

async function fetched(url: URL): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname.replace(/^.*\//, '')}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
