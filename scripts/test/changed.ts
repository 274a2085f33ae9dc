import { join } from 'node:path'
import { commonDependencies, dependenciesOf, FileTree } from './dependencies'

/**
 * Files that differ from `base`, by default the main branch: committed since the branch left it, uncommitted, and new
 * ones; deleted ones included.
 * @throws Error with git's words when `base` is unknown
 */
export async function changedFiles(root: string, base: string): Promise<string[]> {
  const fork = git(root, 'merge-base', base || defaultBase(root), 'HEAD').trim()
  const differing = git(root, 'diff', '--name-only', '--no-renames', '-z', fork)
  const added = git(root, 'ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set(`${differing}${added}`.split('\0').filter(Boolean))].sort()
}

/** The main branch of the upstream repository, or the local one without an upstream. */
function defaultBase(root: string): string {
  const exists = (name: string) => git(root, 'for-each-ref', '--count=1', name) !== ''
  return exists('refs/remotes/origin/main') ? 'origin/main' : 'main'
}

function git(root: string, ...args: string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync(['git', ...args], { cwd: root })
  if (!success) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return `${stdout}`
}

/** Those of `tests` whose result can depend on a changed file, in their order. */
export async function affectedTests(root: string, tests: string[], changed: string[]): Promise<string[]> {
  if (changed.some((file) => commonDependencies.includes(file))) return tests
  const there = git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean)
  const users = await readUsers(root, [...new Set([...there, ...changed])])
  const affected = new Set(changed)
  // A set yields the values that are added while it is read.
  for (const file of affected) for (const user of users.get(file) ?? []) affected.add(user)
  return tests.filter((file) => affected.has(file))
}

/** For each file, the files that depend on it directly. */
async function readUsers(root: string, files: string[]): Promise<Map<string, string[]>> {
  const tree = new FileTree(files)
  const users = new Map<string, string[]>()
  for (const file of files.filter((file) => /\.(tsx?|html|css)$/.test(file))) {
    const content = Bun.file(join(root, file))
    if (!(await content.exists())) continue
    for (const dependency of dependenciesOf(file, await content.text(), tree)) {
      const usersOfFile = users.get(dependency)
      if (usersOfFile) usersOfFile.push(file)
      else users.set(dependency, [file])
    }
  }
  return users
}
