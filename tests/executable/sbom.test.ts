import { expect, test } from 'bun:test'
import { join } from 'node:path'
import Ajv from 'ajv'
import manifest from '../../package.json'
import { run } from './balcao'

interface Component {
  type: string
  group?: string
  name: string
  version: string
  purl: string
  hashes?: { content: string }[]
}

const schemas = join(import.meta.dir, '..', '..', 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
const { code, out } = await run(['--sbom'])
const sbom = JSON.parse(out) as { components: Component[]; dependencies: { ref: string; dependsOn: string[] }[] }
const nameOf = ({ group, name }: Component) => (group ? `${group}/${name}` : name)
const find = (name: string, version?: string) =>
  sbom.components.find((each) => nameOf(each) === name && (version === undefined || each.version === version))

test('--sbom prints a document that the schema of CycloneDX 1.6 accepts', async () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const read = (name: string) => Bun.file(join(schemas, `${name}.SNAPSHOT.schema.json`)).json()
  for (const part of ['spdx', 'jsf-0.82', 'cryptography-defs'])
    ajv.addSchema(await read(part), `http://cyclonedx.org/schema/${part}.SNAPSHOT.schema.json`)
  const validate = ajv.compile(await read('bom-1.6'))
  expect(code).toBe(0)
  expect([validate(sbom), validate.errors]).toEqual([true, null])
  expect(validate({ ...sbom, components: [{ type: 'library' }] })).toBe(false)
})

test('--sbom lists each dependency of package.json in its version, with a hash, and no tool of the developers', () => {
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    const hash = find(name, version)?.hashes?.[0]?.content
    expect([name, hash]).toEqual([name, expect.stringMatching(/^[0-9a-f]{128}$/)])
  }
  // The interface contains styles of Tailwind; @elysiajs/jwt needs jose and the MCP server needs ajv, which tests import.
  const contained = ['tailwindcss', 'jose', 'ajv']
  const tools = Object.keys(manifest.devDependencies).filter((name) => !contained.includes(name))
  expect(tools.filter((name) => find(name))).toEqual([])
})

test('--sbom lists the runtime and packages of packages, and what imports them', () => {
  expect(find('bun')).toMatchObject({ type: 'platform', version: Bun.version })
  const refs = new Set([...sbom.components.map(({ purl }) => purl), `pkg:generic/balcao@${manifest.version}`])
  const baileys = sbom.dependencies.find(({ ref }) => ref === find('@whiskeysockets/baileys')?.purl)
  expect(baileys?.dependsOn).toContain(find('protobufjs')?.purl as string)
  for (const { ref, dependsOn } of sbom.dependencies)
    expect([ref, [ref, ...dependsOn].filter((each) => !refs.has(each))]).toEqual([ref, []])
})

test('--sbom names no host', () => {
  expect(out).not.toContain('://')
})
