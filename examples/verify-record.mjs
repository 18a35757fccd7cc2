// Compares records with the rules: node verify-record.mjs FILE. Exits with 1 when an event differs.
import { readFileSync } from 'node:fs';
import { Outpost } from 'outpost-rbc';

const outpost = await Outpost.start();
const records = await outpost.openRecords(readFileSync(process.argv[2]));
for (const { index, white, black, reason } of records.games) {
  const { differences, differencesInAll } = await records.details(index);
  console.log(`game ${index}: ${white} v. ${black}, ${reason}: ${differencesInAll} differences`);
  for (const { ply, color, what, rules, record } of differences) {
    console.log(`  half-turn ${ply}, ${color}, ${what}: ${record} instead of ${rules}`);
    process.exitCode = 1;
  }
}
outpost.terminate();
