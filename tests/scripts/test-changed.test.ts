import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { affectedTests, changedFiles } from '../../scripts/test/changed'

const parent = mkdtempSync(join(tmpdir(), 'changed-'))
afterAll(() => rmSync(parent, { recursive: true }))

const ofServer = 'tests/server.test.ts'
const ofPage = 'tests/page.test.ts'
const ofExecutable = 'tests/executable.test.ts'
const ofDocuments = 'tests/documents.test.ts'
const all = [ofServer, ofPage, ofExecutable, ofDocuments]

/** A repository in small. In strings, `@` stands for the quote, so that this file itself names none of these paths. */
const sources: Record<string, string> = {
  [ofServer]: 'import { start } from @../src/server@\nimport type { Row } from @../src/row@',
  [ofPage]: 'import { page } from @../ui/page@',
  [ofExecutable]: 'Bun.spawn([bun, @pack.ts@])\nconst old = join(import.meta.dir, @versions@, name)',
  [ofDocuments]: 'new Bun.Glob(@docs/**/*.md@)\nreaddirSync(@migrations@)',
  'pack.ts': 'const sources = new Bun.Glob(@{src,ui}/**/*@)',
  'src/server.ts': 'const { load } = await import(@./lazy@)\nnew Worker(new URL(@./worker.ts@, import.meta.url))',
  'src/lazy.ts': 'import words from @./words.bin@ with { type: @file@ }',
  'src/words.bin': '',
  'src/worker.ts': 'readFileSync(join(import.meta.dir, @texts@, language + @.txt@))',
  'src/texts/pt.txt': '',
  'src/row.ts': 'export interface Row {}',
  'src/unused.ts': '',
  'ui/page.tsx': 'import @./start.html@',
  'ui/start.html': '<link href="./look.css">',
  'ui/look.css': '@import "./fonts.css";',
  'ui/fonts.css': '',
  'docs/a/page.md': '',
  'migrations/0001.ts': '',
  'tests/versions/1.db.gz': '',
  'bun.lock': '',
  'NOTES.md': '',
}

let root = ''
const git = (...args: string[]) => {
  const author = ['-c', 'user.name=Ana', '-c', 'user.email=ana@acme.test', '-c', 'commit.gpgsign=false']
  const { success, stderr } = Bun.spawnSync(['git', ...author, ...args], { cwd: root })
  if (!success) throw new Error(`${stderr}`)
}
const write = async (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  await Bun.write(join(root, file), text)
}

beforeEach(async () => {
  root = mkdtempSync(join(parent, 'repository-'))
  for (const [file, source] of Object.entries(sources))
    await write(file, file.endsWith('.css') ? source : source.replaceAll('@', "'"))
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
})

describe('affectedTests', () => {
  test.each([
    ['src/server.ts', [ofServer, ofExecutable]],
    ['src/lazy.ts', [ofServer, ofExecutable]],
    ['src/words.bin', [ofServer, ofExecutable]],
    ['src/worker.ts', [ofServer, ofExecutable]],
    ['src/texts/pt.txt', [ofServer, ofExecutable]],
    ['src/row.ts', [ofExecutable]],
    ['src/unused.ts', [ofExecutable]],
    ['ui/page.tsx', [ofPage, ofExecutable]],
    ['ui/start.html', [ofPage, ofExecutable]],
    ['ui/fonts.css', [ofPage, ofExecutable]],
    ['docs/a/page.md', [ofDocuments]],
    ['docs/new.md', [ofDocuments]],
    ['migrations/0001.ts', [ofDocuments]],
    ['tests/versions/1.db.gz', [ofExecutable]],
    [ofPage, [ofPage]],
    ['bun.lock', all],
    ['NOTES.md', []],
  ])('a change of %s affects %j', async (file, affected) => {
    expect(await affectedTests(root, all, [file])).toEqual(affected)
  })

  test('a deleted file affects the tests that import it', async () => {
    rmSync(join(root, 'src/lazy.ts'))
    expect(await affectedTests(root, all, ['src/lazy.ts'])).toEqual([ofServer, ofExecutable])
  })

  test('several changes affect the tests of each, in the order of the tests', async () => {
    expect(await affectedTests(root, all, ['docs/a/page.md', ofServer])).toEqual([ofServer, ofDocuments])
  })
})

describe('changedFiles', () => {
  test('an untouched repository has none', async () => {
    expect(await changedFiles(root, '')).toEqual([])
  })

  test('uncommitted, staged, new, deleted and renamed files are changed', async () => {
    await write('src/server.ts', 'edited')
    await write('src/lazy.ts', 'staged')
    git('add', 'src/lazy.ts')
    await write('docs/new page.md', 'new')
    rmSync(join(root, 'src/row.ts'))
    renameSync(join(root, 'src/unused.ts'), join(root, 'src/used.ts'))
    const expected = ['docs/new page.md', 'src/lazy.ts', 'src/row.ts', 'src/server.ts', 'src/unused.ts', 'src/used.ts']
    expect(await changedFiles(root, '')).toEqual(expected)
  })

  test('commits since the branch left main are changed, and those of main since then are not', async () => {
    git('checkout', '-q', '-b', 'work')
    await write('src/server.ts', 'edited')
    git('commit', '-qam', 'second')
    git('checkout', '-q', 'main')
    await write('src/row.ts', 'edited')
    git('commit', '-qam', 'third')
    git('checkout', '-q', 'work')
    expect(await changedFiles(root, '')).toEqual(['src/server.ts'])
    expect(await changedFiles(root, 'HEAD')).toEqual([])
  })

  test('the main branch of the upstream repository goes before the local one', async () => {
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    await write('src/server.ts', 'edited')
    git('commit', '-qam', 'second')
    expect(await changedFiles(root, '')).toEqual(['src/server.ts'])
  })

  test('an unknown commit is an error with its name', async () => {
    await expect(changedFiles(root, 'nowhere')).rejects.toThrow('nowhere')
  })
})
