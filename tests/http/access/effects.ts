import { createInstallationWithTargets, type InstallationWithTargets } from './installation'

/** Effects of a request that can be compared between two installations. */

/** JSON without times, durations and random values, which differ between two installations. */
const comparable = (dump: unknown) =>
  JSON.stringify(dump)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'at')
    .replace(/"durationMs":\d+/g, 'duration')
    .replace(/"(sealed|keySealed|secretSealed)":\{[\d":,]*\}/g, 'random')
    .replace(/"key":"payments","value":"[\w-]+"/g, 'random')
    .replace(/"secret":"••••\w+"/g, 'random')
    .replace(/"(salt|payloadHash|hash|tokenHash|keyHash)":"[\w-]+"/g, 'random')
    .replace(/blc_[\w-]+/g, 'random')
    .replace(/\$argon2id[^"]*/g, 'random')
    .replace(/3EB0[0-9A-F]+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, 'random')

/** Rows of an installation that received no request. */
export const untouched = comparable(await (await createInstallationWithTargets()).readAllTables())

/** Stored rows and published events. */
export const effectsIn = async ({ countChanges, readAllTables, published }: InstallationWithTargets) => ({
  stored: countChanges() === 0 ? untouched : comparable(await readAllTables()),
  published: comparable(published),
})
