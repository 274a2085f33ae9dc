import { join } from 'node:path'
import { root } from './setup'

/**
 * Bill of materials of the executable in CycloneDX 1.6: the packages whose code the bundler put into it, by its own
 * list, with version and licence of the installed package and the hash of `bun.lock`. The same sources give the same
 * bytes; a time stamp is written only from SOURCE_DATE_EPOCH.
 */

/** The part of the bundler's metafile that is read here. */
export interface Metafile {
  inputs: Record<string, { imports: { path: string }[] }>
  outputs: Record<string, { inputs?: Record<string, unknown> }>
}

interface Package {
  name: string
  version: string
  license?: string
}

interface Component {
  type: 'application' | 'library' | 'platform'
  'bom-ref': string
  group?: string
  name: string
  version: string
  hashes?: { alg: 'SHA-512'; content: string }[]
  licenses?: ({ license: { id: string } } | { expression: string })[]
  purl: string
}

/** Packages in the executable that the metafile does not list: the interface's styles begin with Tailwind's. */
const unlisted = ['node_modules/tailwindcss']

/** Text of the bill of materials. @throws for a package without a licence, or one that `bun.lock` does not have */
export async function createSbom({ inputs, outputs }: Metafile): Promise<string> {
  const own = await readPackage('.')
  const bundled = Object.values(outputs).flatMap((output) => Object.keys(output.inputs ?? {}))
  const folders = [...new Set([...bundled.flatMap(folderOf), ...unlisted])]
  const hashes = await lockedHashes()
  const byFolder = new Map<string, Component>()
  for (const folder of folders) byFolder.set(folder, describeLibrary(await readPackage(folder), hashes))
  const application = describe(own, 'application', `pkg:generic/balcao@${own.version}`)
  const runtime = describeRuntime()
  const content = {
    metadata: { ...timestamp(), lifecycles: [{ phase: 'build' }], component: application },
    components: unique([...byFolder.values(), runtime]),
    dependencies: dependencies(inputs, byFolder, application['bom-ref'], runtime['bom-ref']),
  }
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialNumber(content), version: 1 }
  return JSON.stringify({ ...head, ...content }, null, 1)
}

/** Folder of the package that a bundled file belongs to; empty for files of this project. */
function folderOf(file: string): string[] {
  const found = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)
  return found ? [found[0]] : []
}

const readPackage = (folder: string): Promise<Package> => Bun.file(join(root, folder, 'package.json')).json()

/** Hashes of the packed packages, in hexadecimal, by `name@version`. */
async function lockedHashes(): Promise<Map<string, string>> {
  const lock = Bun.JSONC.parse(await Bun.file(join(root, 'bun.lock')).text()) as { packages: Record<string, unknown[]> }
  const entries = Object.values(lock.packages).map(([id, ...rest]) => {
    const integrity = String(rest.at(-1)).replace(/^sha512-/, '')
    return [String(id), Buffer.from(integrity, 'base64').toString('hex')] as const
  })
  return new Map(entries)
}

function describeLibrary(found: Package, hashes: Map<string, string>): Component {
  const { name, version } = found
  const content = hashes.get(`${name}@${version}`)
  if (!content) throw new Error(`bun.lock has no ${name} ${version}; install the packages again`)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { ...describe(found, 'library', purl), hashes: [{ alg: 'SHA-512', content }] }
}

/** The runtime that the executable contains. */
const describeRuntime = (): Component =>
  describe(
    { name: 'bun', version: Bun.version, license: 'MIT' },
    'platform',
    `pkg:github/oven-sh/bun@bun-v${Bun.version}`,
  )

function describe({ name, version, license }: Package, type: Component['type'], purl: string): Component {
  if (!license) throw new Error(`${name} ${version} names no licence`)
  const [short = '', group] = name.split('/').reverse()
  const licence = /\s/.test(license) ? { expression: license } : { license: { id: license } }
  return { type, 'bom-ref': purl, ...(group && { group }), name: short, version, licenses: [licence], purl }
}

const unique = (components: Component[]): Component[] =>
  [...new Map(components.map((each) => [each.purl, each])).values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))

/** Imports between packages as the bundler resolved them; those of this project's files belong to the application. */
function dependencies(
  inputs: Metafile['inputs'],
  byFolder: Map<string, Component>,
  application: string,
  runtime: string,
) {
  const refOf = (file: string) => {
    const [folder] = folderOf(file)
    return folder === undefined ? application : byFolder.get(folder)?.['bom-ref']
  }
  const edges = new Map<string, Set<string>>([[application, new Set([runtime, ...unlisted.map(refOf)] as string[])]])
  for (const component of byFolder.values()) edges.set(component['bom-ref'], new Set())
  for (const [file, { imports }] of Object.entries(inputs))
    for (const { path } of imports) {
      const [from, to] = [refOf(file), refOf(path)]
      if (from && to && from !== to && to !== application) edges.get(from)?.add(to)
    }
  return [...edges].map(([ref, on]) => ({ ref, dependsOn: [...on].sort() })).sort((a, b) => (a.ref < b.ref ? -1 : 1))
}

function timestamp(): { timestamp?: string } {
  const seconds = process.env.SOURCE_DATE_EPOCH
  return seconds ? { timestamp: new Date(Number(seconds) * 1000).toISOString() } : {}
}

/** UUID made of the content's hash (RFC 9562, version 8), so that equal contents have equal numbers. */
function serialNumber(content: unknown): string {
  const hash = new Bun.CryptoHasher('sha256').update(JSON.stringify(content)).digest('hex')
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ]
  return `urn:uuid:${parts.join('-')}`
}
