// The bill of materials: well-formed SPDX 2.3, with every artefact and all that these say they contain.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import parse from 'spdx-expression-parse';
import { partsInNotices } from '../../scripts/lib/licences.mjs';
import { entriesIn, isArchive } from '../../scripts/release/archives.mjs';
import { billName, isSource } from '../../scripts/release/bill-of-materials.mjs';
import { artefactsIn, sha256 } from '../../scripts/release/checksums.mjs';
import { folder, version } from './artefacts.mjs';

const file = join(folder, billName(version));
const bill = JSON.parse(readFileSync(file, 'utf8'));
const byId = new Map(bill.packages.map((each) => [each.SPDXID, each]));

test('identifiers, dates, licences and checksums have the form that SPDX 2.3 asks for', () => {
  assert.equal(bill.spdxVersion, 'SPDX-2.3');
  assert.equal(bill.dataLicense, 'CC0-1.0');
  assert.match(bill.documentNamespace, /^https:\/\/[^#\s]+$/);
  assert.match(bill.creationInfo.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.equal(byId.size, bill.packages.length, 'an identifier stands for two packages');
  for (const each of bill.packages) {
    assert.match(each.SPDXID, /^SPDXRef-[A-Za-z0-9.-]+$/);
    for (const license of [each.licenseConcluded, each.licenseDeclared]) parse(license);
    for (const { referenceLocator } of each.externalRefs ?? [])
      assert.match(referenceLocator, /^pkg:(cargo|npm)\/\S+@\d/);
  }
  for (const { spdxElementId, relatedSpdxElement } of bill.relationships) {
    assert.ok(spdxElementId === bill.SPDXID || byId.has(spdxElementId), spdxElementId);
    assert.ok(byId.has(relatedSpdxElement), relatedSpdxElement);
  }
});

test('it describes every artefact, with its checksum', () => {
  const described = bill.relationships
    .filter(({ relationshipType }) => relationshipType === 'DESCRIBES')
    .map(({ relatedSpdxElement }) => byId.get(relatedSpdxElement));
  const names = artefactsIn(folder).filter((name) => name !== basename(file));
  assert.deepEqual(described.map(({ packageFileName }) => packageFileName).sort(), names);
  for (const { packageFileName, checksums } of described)
    assert.equal(checksums[0].checksumValue, sha256(readFileSync(join(folder, packageFileName))), packageFileName);
});

test('it lists every part that an artefact contains', async () => {
  for (const { SPDXID, packageFileName } of bill.packages.filter(({ packageFileName }) => packageFileName)) {
    if (!isArchive(packageFileName)) continue;
    const contained = bill.relationships
      .filter(({ spdxElementId, relationshipType }) => spdxElementId === SPDXID && relationshipType === 'CONTAINS')
      .map(({ relatedSpdxElement }) => byId.get(relatedSpdxElement))
      .map(({ name, versionInfo = '' }) => `${name} ${versionInfo}`);
    const notices = await entriesIn(join(folder, packageFileName), (name) => basename(name) === 'licences.txt');
    // The source distribution has the notices for the wheels that are made of it, and contains none of the parts.
    const listed = isSource(packageFileName)
      ? []
      : notices.flatMap(({ bytes }) => partsInNotices(new TextDecoder().decode(bytes)));
    assert.deepEqual(
      [...new Set(contained)].sort(),
      [...new Set(listed.map(({ name, version }) => `${name} ${version}`))].sort(),
      packageFileName,
    );
    // A crate that every one of them has.
    if (listed.length > 0)
      assert.ok(
        contained.some((each) => each.startsWith('shakmaty ')),
        packageFileName,
      );
  }
});

test('Stockfish is in it where it is shipped, with its licence', () => {
  const stockfish = bill.packages.find(({ name }) => name === 'Stockfish.js');
  const shipsIt = bill.packages.some(({ packageFileName }) => /^outpost-(site|embed)-/.test(packageFileName ?? ''));
  if (shipsIt) assert.equal(stockfish?.licenseConcluded, 'GPL-3.0-only');
});

test('Python’s spdx-tools find it valid', (t) => {
  const { error, status, stdout, stderr } = spawnSync('pyspdxtools', ['--infile', file], { encoding: 'utf8' });
  if (error) return t.skip('pyspdxtools is not installed (pip install spdx-tools)');
  assert.equal(status, 0, stdout + stderr);
});
