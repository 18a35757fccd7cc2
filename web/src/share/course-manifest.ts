/** `imsmanifest.xml` or `tincan.xml`, and the page of a course package. */
import type { CourseConfig, ScormVersion } from './course-config';

/** The page that the platform opens. */
export const START_PAGE = 'index.html';

/** The folder of Outpost's files. */
export const FILES = 'outpost/';

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** What the versions call things: namespaces, the version's name, and the attribute that makes a resource one that reports. */
const DIALECTS: Record<ScormVersion, { namespaces: string; schema: string; kind: string }> = {
  '1.2': {
    namespaces: `xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" ${XSI}`,
    schema: '1.2',
    kind: 'adlcp:scormtype="sco"',
  },
  '2004-3': {
    namespaces: `xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" ${XSI}`,
    schema: '2004 3rd Edition',
    kind: 'adlcp:scormType="sco"',
  },
  '2004-4': {
    namespaces: `xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" ${XSI}`,
    schema: '2004 4th Edition',
    kind: 'adlcp:scormType="sco"',
  },
};

/** Text for XML and HTML, between tags or double quotes. What XML 1.0 has no characters for is left out. */
export function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** An identifier of XML for what the package holds: the same for the same content. */
export function identifierOf(content: CourseConfig['content']): string {
  const text = 'puzzles' in content ? content.puzzles.join(' ') : 'data' in content ? content.data : content.lesson;
  // FNV-1a: told apart by platforms, not kept from anybody.
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `outpost-${'puzzles' in content ? 'puzzles' : 'lesson'}-${hash.toString(16).padStart(8, '0')}`;
}

/** One activity with all `files`, which a platform starts at {@link START_PAGE}. */
export function manifest(
  { version, content }: { version: ScormVersion; content: CourseConfig['content'] },
  title: string,
  files: readonly string[],
): string {
  const { namespaces, schema, kind } = DIALECTS[version];
  const listed = files.map((name) => `      <file href="${escaped(name)}"/>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${identifierOf(content)}" version="1.0" ${namespaces}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${schema}</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escaped(title)}</title>
      <item identifier="activity" identifierref="page">
        <title>${escaped(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" ${kind} href="${START_PAGE}">
${listed}
    </resource>
  </resources>
</manifest>
`;
}

/** The activity of xAPI: how platforms open it, with the store's address and the learner in the query. */
export function tincan({ activity }: Pick<CourseConfig, 'activity'>, lang: string): string {
  const [title, language] = [escaped(activity.title), escaped(lang)];
  return `<?xml version="1.0" encoding="UTF-8"?>
<tincan xmlns="http://projecttincan.com/tincan.xsd">
  <activities>
    <activity id="${escaped(activity.id)}" type="http://adlnet.gov/expapi/activities/lesson">
      <name lang="${language}">${title}</name>
      <description lang="${language}">${title}</description>
      <launch lang="${language}">${START_PAGE}</launch>
    </activity>
  </activities>
</tincan>
`;
}

/** Scripts and styles are files: platforms may forbid them in the page. */
export function coursePage(config: CourseConfig, lang: string, dir: 'ltr' | 'rtl'): string {
  // A script ends at the first `</script`, whatever is around it.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="${escaped(lang)}" dir="${dir}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(config.activity.title)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="course.css" />
    <script type="application/json" id="course">${json}</script>
    <script type="module" src="${FILES}outpost-course.js"></script>
    <script type="module" src="${FILES}outpost-embed.js"></script>
  </head>
  <body>
    <main></main>
    <p id="course-state" role="status"></p>
  </body>
</html>
`;
}

export const COURSE_CSS = `:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
body { max-width: 1100px; margin: 8px auto; padding: 0 8px; background: Canvas; color: CanvasText; }
#course-state { margin: 12px 8px; font-size: 0.9rem; }
#course-state:empty { display: none; }
`;
