import { afterEach, expect, test } from 'bun:test'
import { createSbom, type Metafile } from '../../scripts/sbom'

const epoch = process.env.SOURCE_DATE_EPOCH
afterEach(() => {
  if (epoch === undefined) delete process.env.SOURCE_DATE_EPOCH
  else process.env.SOURCE_DATE_EPOCH = epoch
})

const files = [
  'src/main.ts',
  'node_modules/elysia/dist/index.mjs',
  'node_modules/@whiskeysockets/baileys/lib/index.js',
  'node_modules/@whiskeysockets/baileys/node_modules/pino/pino.js',
  'node_modules/pino/pino.js',
]
/** Metafile in which each file imports the next one. */
const metafileOf = (list: string[], order = list): Metafile => ({
  inputs: Object.fromEntries(
    list.map((file, at) => [file, { imports: list.slice(at + 1, at + 2).map((path) => ({ path })) }]),
  ),
  outputs: { chunk: { inputs: Object.fromEntries(order.map((file) => [file, {}])) } },
})

test('createSbom gives the same text for the same files in another order', async () => {
  delete process.env.SOURCE_DATE_EPOCH
  const text = await createSbom(metafileOf(files))
  expect(await createSbom(metafileOf(files, files.toReversed()))).toBe(text)
  expect(await createSbom(metafileOf(files.slice(0, 2)))).not.toBe(text)
  expect(JSON.parse(text).metadata.timestamp).toBeUndefined()
})

test('createSbom takes its time stamp from SOURCE_DATE_EPOCH', async () => {
  process.env.SOURCE_DATE_EPOCH = '1700000000'
  expect(JSON.parse(await createSbom(metafileOf(files))).metadata.timestamp).toBe('2023-11-14T22:13:20.000Z')
})

test('createSbom lists both versions of a package that is bundled twice', async () => {
  const { components } = JSON.parse(await createSbom(metafileOf(files)))
  const versions = components.filter(({ name }: { name: string }) => name === 'pino')
  expect(new Set(versions.map(({ version }: { version: string }) => version)).size).toBe(2)
})

test('--sbom from sources says in one line that only an executable has one', () => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, 'src/main.ts', '--sbom'])
  expect([exitCode, stdout.toString()]).toEqual([1, ''])
  expect(stderr.toString().trim().split('\n')).toEqual([expect.stringContaining('only an executable contains')])
})
