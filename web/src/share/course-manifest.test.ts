import { expect, it } from 'vitest';
import type { CourseConfig, ScormVersion } from './course-config';
import { coursePage, escaped, identifierOf, manifest, tincan } from './course-manifest';

const CONTENT = { puzzles: ['5fWhere1', 'sense001'] };
const FILES = ['index.html', 'outpost/a & b.js'];

/** Reads XML without entities of its own, strictly enough for a manifest: a tree of names, attributes and texts. */
interface Node {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
  text: string;
}
function parse(xml: string): Node {
  const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const plain = (text: string): string => {
    expect(text).not.toMatch(/[<>"]/);
    return text.replace(/&([^;&]*);?/g, (all, name) => {
      expect(NAMED, all).toHaveProperty([name]);
      return NAMED[name] as string;
    });
  };
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  expect(body).not.toBe(xml);
  const top: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const token = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  let end = 0;
  for (const [all, close, name = '', attributes = '', empty, text] of body.matchAll(token)) {
    end += all.length;
    const here = open.at(-1) as Node;
    if (text !== undefined) here.text += plain(text);
    else if (close) expect(open.pop()?.name).toBe(name);
    else {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        plain(value as string),
      ]);
      const node: Node = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      expect(Object.keys(node.attributes).length, all).toBe(pairs.length);
      here.children.push(node);
      if (!empty) open.push(node);
    }
  }
  expect(end).toBe(body.length);
  expect(open.length).toBe(1);
  expect(top.children.length).toBe(1);
  return top.children[0] as Node;
}
const child = (node: Node, name: string): Node => {
  const found = node.children.filter((each) => each.name === name);
  expect(found.length, `${node.name} has one ${name}`).toBe(1);
  return found[0] as Node;
};

const HOSTILE = '</title><script>alert("1")</script> & \' ]]> <!-- \u0000\u0008\ud800 \u{1f4da} تمرين';

it.each<[ScormVersion, string, string]>([
  ['1.2', 'http://www.imsproject.org/xsd/imscp_rootv1p1p2', '1.2'],
  ['2004-3', 'http://www.imsglobal.org/xsd/imscp_v1p1', '2004 3rd Edition'],
  ['2004-4', 'http://www.imsglobal.org/xsd/imscp_v1p1', '2004 4th Edition'],
])('writes what the schema of SCORM %s requires, whatever the title', (version, namespace, schema) => {
  const root = parse(manifest({ version, content: CONTENT }, HOSTILE, FILES));
  expect(root.name).toBe('manifest');
  expect(root.attributes.xmlns).toBe(namespace);
  // An NCName.
  expect(root.attributes.identifier).toMatch(/^[A-Za-z_][\w.-]*$/);
  expect(root.children.map(({ name }) => name)).toEqual(['metadata', 'organizations', 'resources']);
  const metadata = child(root, 'metadata');
  expect(metadata.children.map(({ name, text }) => [name, text])).toEqual([
    ['schema', 'ADL SCORM'],
    ['schemaversion', schema],
  ]);
  const organizations = child(root, 'organizations');
  const organization = child(organizations, 'organization');
  expect(organization.attributes.identifier).toBe(organizations.attributes.default);
  const title = '</title><script>alert("1")</script> & \' ]]> <!--  \u{1f4da} تمرين';
  expect(organization.children.map(({ name }) => name)).toEqual(['title', 'item']);
  expect(child(organization, 'title').text).toBe(title);
  const item = child(organization, 'item');
  expect(child(item, 'title').text).toBe(title);
  const resource = child(child(root, 'resources'), 'resource');
  expect(resource.attributes.identifier).toBe(item.attributes.identifierref);
  expect(resource.attributes).toMatchObject({ type: 'webcontent', href: 'index.html' });
  // The versions write it differently.
  expect(resource.attributes[version === '1.2' ? 'adlcp:scormtype' : 'adlcp:scormType']).toBe('sco');
  expect(resource.children.map(({ name, attributes }) => [name, attributes.href])).toEqual(
    FILES.map((name) => ['file', name]),
  );
});

it('writes how a platform opens an activity of xAPI, whatever the title', () => {
  const root = parse(tincan({ activity: { id: 'https://example.org/?a=1&b#x', title: HOSTILE } }, 'en'));
  expect([root.name, root.attributes.xmlns]).toEqual(['tincan', 'http://projecttincan.com/tincan.xsd']);
  const activity = child(child(root, 'activities'), 'activity');
  expect(activity.attributes).toEqual({
    id: 'https://example.org/?a=1&b#x',
    type: 'http://adlnet.gov/expapi/activities/lesson',
  });
  expect(activity.children.map(({ name }) => name)).toEqual(['name', 'description', 'launch']);
  expect(child(activity, 'name').text).toContain('</title><script>');
  expect(child(activity, 'launch')).toMatchObject({ text: 'index.html', attributes: { lang: 'en' } });
});

it('has an identifier for each content', () => {
  const contents = [{ lesson: 'rules' }, { lesson: 'hsuc' }, { puzzles: ['rules'] }, CONTENT];
  expect(new Set(contents.map(identifierOf)).size).toBe(4);
  expect(identifierOf({ puzzles: [...CONTENT.puzzles] })).toBe(identifierOf(CONTENT));
});

it('keeps hostile texts out of the page', () => {
  const words = { progress: HOSTILE, reported: '</script>', alone: '<!--', refused: '{code}' };
  const activity = { id: 'https://example.org/#x', title: HOSTILE };
  const config: CourseConfig = { version: '1.2', activity, content: CONTENT, pass: 0.5, words };
  const html = coursePage(config, '"><b', 'ltr');
  expect(html.match(/<\/script/g)?.length).toBe(3);
  expect(html).not.toContain('<!--');
  expect(html).not.toContain('lang=""');
  expect(html).toContain(`<title>${escaped(HOSTILE)}</title>`);
  const json = /id="course">(.*)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(json)).toEqual(config);
});
