import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { createSbom, type Metafile } from './scripts/sbom'

/**
 * Builds the executables: `bun build.ts [--if-changed] [--all | linux-x64 | linux-arm64 …]`, by default for this
 * machine. Each is one file with the server, its workers, the interface with its lazy chunks, and the emulator:
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
  'windows-x64',
] as const
type Target = (typeof targets)[number]
/** Targets of `--all`. */
const released: Target[] = ['linux-x64', 'linux-arm64']
const native = `${process.platform}-${process.arch}` as Target

/** Entry points. The file of a worker is loaded by name at run time, so it must be an entry point. */
const entrypoints = [
  'src/main.ts',
  'src/core/storage/sqlite/checkpoint-worker.ts',
  'src/core/storage/sqlite/side-reader-worker.ts',
  'src/core/process/stall-watch-worker.ts',
  'src/parser-worker.ts',
  'src/archive-worker.ts',
  'src/backup-worker.ts',
]

/** Files that the executable depends on. */
const sources = ['src', 'ui', 'emulator', 'migrations', 'docs/manual'].map((folder) => new Bun.Glob(`${folder}/**/*`))

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
  let sbom: string | null = null
  for (const target of wanted) {
    const stamp = Bun.file(join(root, 'dist', `.${target}.hash`))
    const file = join(root, 'dist', `balcao-${target}`)
    if (ifChanged && existsSync(file) && (await stamp.exists()) && (await stamp.text()) === hash) continue
    process.stdout.write(`building dist/balcao-${target} …\n`)
    sbom ??= await createSbom(await listContents())
    await Bun.write(join(root, 'dist', 'balcao.cdx.json'), sbom)
    await compile(target, file, sbom)
    await Bun.write(stamp, hash)
  }
  if (wanted.includes(native)) link(join(root, 'dist', `balcao-${native}`), join(root, 'dist', 'balcao'))
}

async function hashSources(): Promise<string> {
  const files = sources.flatMap((glob) => [...glob.scanSync({ cwd: root })]).sort()
  const hash = new Bun.CryptoHasher('sha256')
  for (const file of [...files, 'build.ts', 'scripts/sbom.ts', 'package.json', 'bun.lock']) {
    hash.update(`${file}\n`)
    hash.update(await Bun.file(join(root, file)).bytes())
  }
  hash.update(releaseKey ?? '')
  return hash.digest('hex')
}

/** Options of every build: the same sources for each target. */
const bundle = async (...more: BunPlugin[]) =>
  ({
    entrypoints: entrypoints.map((entry) => join(root, entry)),
    root: join(root, 'src'),
    target: 'bun',
    format: 'esm',
    splitting: true,
    minify: true,
    // Without it the bundler inserts "development" into every library.
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      await tailwind(),
      replacements,
      keepErrorName,
      escapeDollars,
      lazyCheckers,
      quickComposite,
      noTransports,
      adoptToastStyles,
      ...more,
    ],
  }) satisfies Bun.BuildConfig

/** Bundles without compiling, for the list of files that the executable will contain. */
async function listContents(): Promise<Metafile> {
  const { metafile } = await Bun.build({ ...(await bundle()), metafile: true })
  return metafile as unknown as Metafile
}

/** Public key of releases, 32 bytes in base64, that `balcao update` of these executables believes; none by default. */
const releaseKey = process.env.BALCAO_RELEASE_KEY || null

/** Puts target and release key into the executable. */
const replaceFacts = (target: Target): BunPlugin => ({
  name: 'replace-facts',
  setup(builder) {
    builder.onLoad({ filter: /src\/built-with\.ts$/ }, () => ({
      contents: `export const builtWith = ${JSON.stringify({ target, releaseKey })}`,
      loader: 'js',
    }))
  },
})

/** Puts the bill of materials into the executable. */
const replaceSbom = (text: string): BunPlugin => ({
  name: 'replace-sbom',
  setup(builder) {
    builder.onLoad({ filter: /src\/sbom\.ts$/ }, () => ({
      contents: `export const sbom = ${JSON.stringify(text)}`,
      loader: 'js',
    }))
  },
})

/** Compiles into a temporary directory and renames the result, so that a running executable is never overwritten. */
async function compile(target: Target, file: string, sbom: string) {
  const started = performance.now()
  const work = join(root, 'dist', `.work-${target}-${process.pid}`)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  await Bun.build({
    ...(await bundle(replaceSbom(sbom), replaceFacts(target))),
    bytecode: true,
    sourcemap: 'linked',
    compile: {
      target: `bun-${target}`,
      outfile: join(work, 'balcao'),
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  })
  renameSync(join(work, target.startsWith('windows') ? 'balcao.exe' : 'balcao'), file)
  chmodSync(file, 0o755)
  rmSync(work, { recursive: true, force: true })
  const megabytes = (Bun.file(file).size / 1e6).toFixed(1)
  process.stdout.write(
    `dist/balcao-${target}  ${megabytes} MB in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  )
}

/** Loads the plugin only for a build, so that `--if-changed` without changes is fast. */
const tailwind = async () => (await import('bun-plugin-tailwind')).default

/** Replaces or omits packages that cannot be bundled into one file, or should not be. */
const replacements: BunPlugin = {
  name: 'replacements',
  setup(builder) {
    builder.onResolve({ filter: /^sharp$/ }, () => ({ path: join(root, 'src', 'whatsapp', 'sharp-shim.ts') }))
    builder.onResolve({ filter: /^(jimp|audio-decode|link-preview-js)$/ }, ({ path }) => ({ path, external: true }))
  },
}

/**
 * Keeps the class name of TypeBox's decoding error. Elysia recognises this error (such as a page number below its
 * minimum) by its class name; with a minified name it would accept the value.
 */
const keepErrorName: BunPlugin = {
  name: 'keep-error-name',
  setup(builder) {
    builder.onLoad({ filter: /typebox\/build\/\w+\/value\/transform\/decode\.m?js$/ }, async ({ path }) => {
      const name = "Object.defineProperty(TransformDecodeError, 'name', { value: 'TransformDecodeError' })"
      return { contents: `${await Bun.file(path).text()}\n${name}\n`, loader: 'js' }
    })
  },
}

/**
 * Escapes `$` in names. Elysia finds the properties that a route needs by regular expressions made of names in the
 * route's source. Minified names may contain a `$`, which has a meaning in a regular expression: the route would
 * receive no body or query, or print a warning to stdout.
 */
const escapeDollars: BunPlugin = {
  name: 'escape-dollars',
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
        throw new Error('the code of Elysia has changed; adapt the plugin escapeDollars')
      return { contents, loader: 'js' }
    })
  },
}

/**
 * Compiles the checkers inside numeric, integer, date and text-encoded fields at their first use. Elysia compiles one for
 * each such field when its module is loaded, which took 8 % of the start (profile of the executable).
 */
const lazyCheckers: BunPlugin = {
  name: 'lazy-checkers',
  setup(builder) {
    builder.onLoad({ filter: /elysia\/dist\/type-system\/utils\.m?js$/ }, async ({ path }) => {
      const source = await Bun.file(path).text()
      const contents = `${source.replace('const compile = (schema) =>', 'const compileNow = (schema) =>')}
function compile(schema) {
  let checker
  const compiled = () => (checker ??= compileNow(schema))
  const methods = ['Check', 'CheckThrow', 'Create', 'Decode', 'Error', 'Errors']
  return Object.fromEntries(methods.map((name) => [name, (value) => compiled()[name](value)]))
}
`
      if (!contents.includes('compileNow = (schema)') || !/^ {2}compile,$/m.test(contents))
        throw new Error('the code of Elysia has changed; adapt the plugin lazyCheckers')
      return { contents, loader: 'js' }
    })
  },
}

/**
 * Merges object schemas without a common field by copying their fields. TypeBox intersects the types of each field in
 * every schema, which took 4 % of the start (profile of the executable) for the same result.
 */
const quickComposite: BunPlugin = {
  name: 'quick-composite',
  setup(builder) {
    builder.onLoad({ filter: /typebox\/build\/esm\/type\/composite\/composite\.mjs$/ }, async ({ path }) => {
      const source = await Bun.file(path).text()
      const contents = `${source.replace('export function Composite(', 'function CompositeOfAny(')}
export function Composite(T, options) {
  const names = T.flatMap(({ type, properties }) => (type === 'object' ? Object.keys(properties) : ['', '']))
  if (new Set(names).size < names.length) return CompositeOfAny(T, options)
  return _Object_(Object.assign({}, ...T.map(({ properties }) => properties)), options)
}
`
      if (!contents.includes('function CompositeOfAny(T, options)') || !contents.includes('Object as _Object_'))
        throw new Error('the code of TypeBox has changed; adapt the plugin quickComposite')
      return { contents, loader: 'js' }
    })
  },
}

/**
 * Omits the log library's transports. They start workers that the executable does not contain, and loading them took 2 %
 * of the start (profile of the executable).
 */
const noTransports: BunPlugin = {
  name: 'no-transports',
  setup(builder) {
    builder.onLoad({ filter: /pino\/lib\/transport\.js$/ }, () => ({
      contents: "module.exports = () => { throw new Error('the executable has no transports') }",
      loader: 'js',
    }))
  },
}

/**
 * Adds the styles of toasts as a constructed style sheet. The library makes a style element, which the content policy
 * refuses (docs/adr/0069).
 */
const adoptToastStyles: BunPlugin = {
  name: 'adopt-toast-styles',
  setup(builder) {
    builder.onLoad({ filter: /sonner\/dist\/index\.mjs$/ }, async ({ path }) => {
      const source = await Bun.file(path).text()
      const contents = source.replace(
        /function __insertCSS\(code\) \{[\s\S]*?\n\}\n/,
        `function __insertCSS(code) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(code)
  document.adoptedStyleSheets.push(sheet)
}
`,
      )
      if (contents === source) throw new Error('the code of sonner has changed; adapt the plugin adoptToastStyles')
      return { contents, loader: 'js' }
    })
  },
}

function link(from: string, to: string) {
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // for file systems without hard links
  }
}

await main(process.argv.slice(2))
