// The bill of materials in SPDX 2.3: each artefact of a release, and the parts of others in it. Which these are is read from the
// artefacts' own notices (licences.txt), so it holds for those that another machine built.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chooseLicence, partsInNotices } from '../lib/licences.mjs';
import { SetupError } from '../lib/run.mjs';
import { entriesIn, isArchive } from './archives.mjs';
import { artefactsIn, sha256 } from './checksums.mjs';
import { read } from './release-info.mjs';

const OWN_LICENCE = 'GPL-3.0-or-later';
const NOTICES = 'licences.txt';

/** The Python source distribution holds our sources only; what is compiled from them is in the wheel. */
export const isSource = (name) => /^outpost_rbc-.*\.tar\.gz$/.test(name);

export const billName = (version) => `outpost-${version}.spdx.json`;

/** The parts that an artefact says it contains. */
async function partsIn(file) {
  if (!isArchive(file) || isSource(basename(file))) return [];
  const notices = await entriesIn(file, (name) => basename(name) === NOTICES);
  if (notices.length === 0) throw new SetupError(`${file} has no ${NOTICES}`);
  return notices.flatMap(({ bytes }) => partsInNotices(new TextDecoder().decode(bytes)));
}

/** A name as SPDX allows it in identifiers. */
const idOf = (...words) =>
  `SPDXRef-${words
    .filter(Boolean)
    .join('-')
    .replaceAll(/[^\w.-]+|_/g, '-')}`;

/** `MIT/Apache-2.0`, as crates had it once, in SPDX's words. */
const spdx = (license) => license.replaceAll('/', ' OR ');

/** What is known of packages by the lock files: their addresses as package URLs (https://github.com/package-url/purl-spec). */
function packageUrls() {
  const urls = new Map();
  for (const [path, { version }] of Object.entries(JSON.parse(read('package-lock.json')).packages)) {
    const name = path.split('node_modules/').at(-1);
    if (name) urls.set(`${name} ${version}`, `pkg:npm/${name.replace('@', '%40')}@${version}`);
  }
  for (const [, name, version] of read('Cargo.lock').matchAll(/^name = "(.*)"\nversion = "(.*)"$/gm))
    urls.set(`${name} ${version}`, `pkg:cargo/${name}@${version}`);
  return urls;
}

const NO_COPYRIGHT = { copyrightText: 'NOASSERTION', downloadLocation: 'NOASSERTION', filesAnalyzed: false };

/**
 * Writes the bill of all artefacts in the folder.
 *
 * @param {import('./release-info.mjs').Release} release
 */
export async function writeBill({ out, version, date }) {
  const urls = packageUrls();
  const artefacts = [];
  const parts = new Map();
  const relationships = [];
  for (const file of artefactsIn(out).filter((name) => name !== billName(version))) {
    const id = idOf('Artefact', file);
    artefacts.push({
      SPDXID: id,
      name: file,
      versionInfo: version,
      packageFileName: file,
      checksums: [{ algorithm: 'SHA256', checksumValue: sha256(readFileSync(join(out, file))) }],
      licenseConcluded: OWN_LICENCE,
      licenseDeclared: OWN_LICENCE,
      primaryPackagePurpose: isSource(file) ? 'SOURCE' : 'ARCHIVE',
      ...NO_COPYRIGHT,
    });
    relationships.push({ spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: id });
    for (const { name, version, license } of await partsIn(join(out, file))) {
      const part = idOf('Part', name, version);
      const url = urls.get(`${name} ${version}`);
      parts.set(part, {
        SPDXID: part,
        name,
        ...(version ? { versionInfo: version } : {}),
        licenseConcluded: (await chooseLicence(license)).join(' AND '),
        licenseDeclared: spdx(license),
        ...(url
          ? {
              externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: url }],
            }
          : {}),
        primaryPackagePurpose: 'LIBRARY',
        ...NO_COPYRIGHT,
      });
      relationships.push({ spdxElementId: id, relationshipType: 'CONTAINS', relatedSpdxElement: part });
    }
  }
  const byId = (a, b) => (a.SPDXID < b.SPDXID ? -1 : 1);
  const packages = [...artefacts, ...[...parts.values()].sort(byId)];
  const content = sha256(JSON.stringify([packages, relationships]));
  const bill = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `outpost-${version}`,
    // An identifier, not an address; the same for the same content.
    documentNamespace: `https://spdx.org/spdxdocs/outpost-${version}-${content.slice(0, 32)}`,
    creationInfo: {
      created: date.toISOString().replace('.000', ''),
      creators: [`Tool: outpost-release-${version}`],
    },
    packages,
    relationships,
  };
  writeFileSync(join(out, billName(version)), `${JSON.stringify(bill, null, 2)}\n`);
}
