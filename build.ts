import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'

/**
 * Builds the executables: `bun build.ts [--if-changed] [--all | linux-x64 | linux-arm64 …]`, by default for this
 * machine. Each is one file with the server, the interface and its lazy chunks, the database worker and the emulator:
 * `dist/balcao-<target>`, and `dist/balcao` for this machine's.
 */

const root = import.meta.dir
const targets = [
  'linux-x64',
  'linux-arm64',
  'linux-x64-musl',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
] as const
type Target = (typeof targets)[number]
/** What `--all` makes. */
const released: Target[] = ['linux-x64', 'linux-arm64']
const native = `${process.platform}-${process.arch}` as Target

/** A thread's file is loaded by name when it starts, so it must be an entry of its own (libraries.md B4). */
const entrypoints = ['src/main.ts', 'src/core/storage/checkpoint-worker.ts', 'src/parser-worker.ts']

/** Everything that decides what the executable does. */
const sources = new Bun.Glob('{src,ui,emulator,migrations}/**/*')

async function main(args: string[]) {
  const ifChanged = args.includes('--if-changed')
  const named = args.filter((arg) => arg !== '--if-changed')
  const unknown = named.find((name) => name !== '--all' && !targets.includes(name as Target))
  if (unknown) {
    console.error(`unknown target ${unknown}; there are ${targets.join(', ')}`)
    process.exit(2)
  }
  const wanted = named.includes('--all') ? released : named.length > 0 ? (named as Target[]) : [native]
  const hash = await hashSources()
  for (const target of wanted) {
    const stamp = Bun.file(join(root, 'dist', `.${target}.hash`))
    const file = join(root, 'dist', `balcao-${target}`)
    if (ifChanged && existsSync(file) && (await stamp.exists()) && (await stamp.text()) === hash) continue
    await compile(target, file)
    await Bun.write(stamp, hash)
  }
  if (wanted.includes(native)) link(join(root, 'dist', `balcao-${native}`), join(root, 'dist', 'balcao'))
}

async function hashSources(): Promise<string> {
  const files = [...sources.scanSync({ cwd: root })].sort()
  const hash = new Bun.CryptoHasher('sha256')
  for (const file of [...files, 'build.ts', 'package.json', 'bun.lock']) {
    hash.update(`${file}\n`)
    hash.update(await Bun.file(join(root, file)).bytes())
  }
  return hash.digest('hex')
}

/** Compiles beside the goal and moves it there whole, so that a running executable is never written into. */
async function compile(target: Target, file: string) {
  const started = performance.now()
  const work = join(root, 'dist', `.work-${target}-${process.pid}`)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  await Bun.build({
    entrypoints: entrypoints.map((entry) => join(root, entry)),
    root: join(root, 'src'),
    target: 'bun',
    format: 'esm',
    splitting: true,
    minify: true,
    bytecode: true,
    sourcemap: 'linked',
    // Otherwise "development" is written into every library at this point (libraries.md B4).
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [await tailwind(), replacements, names, dollars],
    compile: {
      target: `bun-${target}`,
      outfile: join(work, 'balcao'),
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  })
  renameSync(join(work, 'balcao'), file)
  chmodSync(file, 0o755)
  rmSync(work, { recursive: true, force: true })
  const megabytes = (Bun.file(file).size / 1e6).toFixed(1)
  process.stdout.write(
    `dist/balcao-${target}  ${megabytes} MB in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  )
}

/** Loaded late, so that `--if-changed` with nothing to do costs nothing. */
const tailwind = async () => (await import('bun-plugin-tailwind')).default

/** What cannot be carried in one file, or is not wanted in it (libraries.md A1, C4). */
const replacements: BunPlugin = {
  name: 'replacements',
  setup(builder) {
    builder.onResolve({ filter: /^sharp$/ }, () => ({ path: join(root, 'src', 'whatsapp', 'sharp-shim.ts') }))
    builder.onResolve({ filter: /^(jimp|audio-decode|link-preview-js)$/ }, ({ path }) => ({ path, external: true }))
  },
}

/**
 * Elysia knows the error of a value that does not convert (a page number below its minimum) by the name of its class.
 * Under a shortened name it lets the value pass as it came, so this class keeps its own.
 */
const names: BunPlugin = {
  name: 'names',
  setup(builder) {
    builder.onLoad({ filter: /typebox\/build\/\w+\/value\/transform\/decode\.m?js$/ }, async ({ path }) => {
      const name = "Object.defineProperty(TransformDecodeError, 'name', { value: 'TransformDecodeError' })"
      return { contents: `${await Bun.file(path).text()}\n${name}\n`, loader: 'js' }
    })
  },
}

/**
 * Elysia reads in a route's source what the route needs, by patterns made of the names it finds there. Shortened names
 * may hold a `$`, which in a pattern is something else: the route would go without its body or query, or warn on stdout.
 */
const dollars: BunPlugin = {
  name: 'dollars',
  setup(builder) {
    builder.onLoad({ filter: /elysia\/dist\/sucrose\.m?js$/ }, async ({ path }) => {
      const literal = (name: string) => `${name}.replaceAll('$', '\\\\$&')`
      const source = await Bun.file(path).text()
      const contents = source
        .replace('access = (type, alias) =>', () => `access = (type, name, alias = ${literal('name')}) =>`)
        .replace(
          '= (context, body, inference) => {',
          () => `= (name, body, inference, context = ${literal('name')}) => {`,
        )
      if (contents.split('replaceAll').length - source.split('replaceAll').length !== 2)
        throw new Error('Elysia reads sources in another way: look again at "dollars"')
      return { contents, loader: 'js' }
    })
  },
}

function link(from: string, to: string) {
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // a file system without hard links
  }
}

await main(process.argv.slice(2))
