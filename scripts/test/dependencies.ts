import { dirname, join, normalize } from 'node:path'
import { scanImports } from '../import-graph'

/**
 * Files that the result of a test can depend on, read from the sources: what a file imports at run time, and what its
 * strings name. Rather too many than too few: a string that only looks like a path counts, too.
 */

/** Files that all tests depend on: packages, settings of Bun, and what bunfig.toml loads before each test file. */
export const commonDependencies = [
  'bun.lock',
  'package.json',
  'bunfig.toml',
  'tsconfig.json',
  'tests/property-seed.ts',
  'tests/running-clock.ts',
]

/** Code that runs outside of the executable: its strings may name any file of the repository. */
const readsRepository = /^(tests|scripts|bench)\/|^[\w-]+\.ts$/
const code = /\.tsx?$/
const extensions = ['', '.ts', '.tsx', '.d.ts', '/index.ts', '/index.tsx']

/** The files of a repository, for the resolution of names. */
export class FileTree {
  private readonly files: Set<string>
  private readonly folders = new Map<string, string[]>()
  private readonly matches = new Map<string, string[]>()

  /** @param files paths from the root of the repository, deleted ones included whose users are sought */
  constructor(files: string[]) {
    this.files = new Set(files)
    for (const file of this.files)
      for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
        const below = this.folders.get(folder)
        if (below) below.push(file)
        else this.folders.set(folder, [file])
      }
  }

  /** Files that an import of this path can mean. */
  module(path: string): string[] {
    return extensions.map((extension) => path + extension).filter((file) => this.files.has(file))
  }

  /** The file of this path, or all files below the folder. */
  at(path: string): string[] {
    const clean = normalize(path).replace(/\/$/, '')
    return this.files.has(clean) ? [clean] : (this.folders.get(clean) ?? [])
  }

  matching(pattern: string): string[] {
    const cachedFiles = this.matches.get(pattern)
    if (cachedFiles) return cachedFiles
    const glob = new Bun.Glob(pattern)
    const files = [...this.files].filter((file) => glob.match(file))
    this.matches.set(pattern, files)
    return files
  }
}

/** Files that `file` depends on directly, itself left out. */
export function dependenciesOf(file: string, source: string, tree: FileTree): string[] {
  const dependencies = code.test(file)
    ? [...imported(file, source, tree), ...named(file, source, tree)]
    : /\.(html|css)$/.test(file)
      ? literals(source).flatMap((text) => tree.at(join(dirname(file), text)))
      : []
  return [...new Set(dependencies)].filter((dependency) => dependency !== file)
}

const imported = (file: string, source: string, tree: FileTree) =>
  scanImports(file, source).flatMap(({ path }) => tree.module(path))

/**
 * Files whose path the source contains. The product's code names only its own files, relative to itself, such as a
 * worker's; code that reads the repository also names files from the root, folders and patterns.
 */
function named(file: string, source: string, tree: FileTree): string[] {
  const texts = literals(source)
  const beside = texts.filter((text) => /^\.\.?\/./.test(text)).map((text) => join(dirname(file), text))
  const own = [...beside, ...joined(source, 'import.meta.dir').map((path) => join(dirname(file), path))]
  const files = own.flatMap((path) => tree.at(path))
  return readsRepository.test(file) ? [...files, ...namedFromRoot(file, source, texts, tree)] : files
}

function namedFromRoot(file: string, source: string, texts: string[], tree: FileTree): string[] {
  const isPath = (text: string) => /[/.]\w/.test(text) && !text.startsWith('.') && !text.includes('*')
  const paths = [...texts, ...joined(source, '\\w+'), ...joined(source)].filter(isPath)
  const listed = [...source.matchAll(/\b(?:readdir|readdirSync|scan|scanSync)\(\s*'([\w-]+)'/g)]
  const patterns = texts.filter((text) => /\*\*\/|\*\.\w/.test(text) && /\w/.test(text))
  return [
    ...paths.flatMap((path) => [...tree.at(path), ...tree.at(join(dirname(file), path))]),
    ...listed.flatMap(([, folder]) => tree.at(folder as string)),
    ...patterns.flatMap((pattern) => tree.matching(pattern)),
  ]
}

/** Strings without spaces in any quotes; of a template, its folder before the first and its path after a `${…}`. */
function literals(source: string): string[] {
  const whole = source.matchAll(/(['"`])(?=([^\s'"`$\\]{1,200})\1)/g)
  const starts = source.matchAll(/`([^\s'"`$\\]*\/)\$\{/g)
  const ends = source.matchAll(/\}\/([^\s'"`$\\]+)`/g)
  return [...[...whole].map(([, , text]) => text as string), ...[...starts, ...ends].map(([, text]) => text as string)]
}

/**
 * Paths of `join(first, '..', 'docs')`, up to the first part that is no string.
 *
 * @param first pattern of the first argument, which the paths leave out; without it, strings only
 */
function joined(source: string, first?: string): string[] {
  const strings = "'[^']*'(?:\\s*,\\s*'[^']*')*"
  const call = new RegExp(`\\bjoin\\(\\s*${first ? `${first}\\s*,\\s*` : ''}(${strings})`, 'g')
  return [...source.matchAll(call)].map(([, parts]) => join(...(parts as string).split(',').map(unquote)))
}

const unquote = (text: string) => text.trim().slice(1, -1)
