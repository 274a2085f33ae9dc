import { afterEach, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { signatureName, sumsName } from '../../src/core/release/signed-sums'
import { copiesDirectory } from '../../src/core/storage/data-directory'
import { findFreePort } from '../free-port'
import { withoutWhatsApp } from '../security/companies'
import { releaseKey, signFolder } from '../signed-folder'
import { until } from '../until'
import { cleanUp, executable, temporaryDirectory } from './balcao'
import { addRelease, versionsThat } from './release-folder'
import { SupervisedServer, startServiceManager } from './service-manager'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanups.splice(0).reverse()) await step()
  await cleanUp()
})

/** An executable in a folder of its own, a data directory that was served once, and a folder for a release. */
async function install() {
  const directory = temporaryDirectory()
  const [bin, dataDir, release] = ['bin', 'data', 'release'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [bin, release]) mkdirSync(path)
  const path = join(bin, 'balcao')
  linkOrCopy(executable, path)
  const env = {
    ...withoutWhatsApp,
    PATH: process.env.PATH ?? '',
    BALCAO_ENV_FILE: '',
    BALCAO_DATA_DIR: dataDir,
    BALCAO_HOST: '127.0.0.1',
    BALCAO_PORT: `${await findFreePort()}`,
    BALCAO_RELEASE_KEY: releaseKey,
  }
  const server = new SupervisedServer(path, env, join(directory, 'log'))
  cleanups.push(() => server.stop('SIGKILL'))
  server.start()
  await untilReady(env.BALCAO_PORT)
  const { ino } = statSync(path)
  return { directory, bin, dataDir, release, path, env, server, isUnchanged: () => statSync(path).ino === ino }
}
type Installed = Awaited<ReturnType<typeof install>>

function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

const answerOf = async (port: string) => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.text()
const untilReady = (port: string) => until('ready', async () => (await answerOf(port)) === 'ready')

async function update({ path, env }: Pick<Installed, 'path'> & { env: Record<string, string> }, ...args: string[]) {
  const child = Bun.spawn([path, 'update', ...args], { env, stdout: 'pipe', stderr: 'pipe' })
  const [code, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code, out, err }
}

function manage({ directory, server }: Installed) {
  const manager = startServiceManager(directory, server)
  cleanups.push(() => manager.close())
  return manager
}

const refusals: [what: string, says: RegExp, spoil: (release: string) => string | undefined][] = [
  [
    'with the signature of another key',
    /another signature/,
    (release) => {
      addRelease(release)
      signFolder(release, generateKeyPairSync('ed25519').privateKey)
      return undefined
    },
  ],
  [
    'whose list was changed',
    /another signature/,
    (release) => {
      const path = addRelease(release)
      writeFileSync(path, '#!/bin/sh\n')
      const list = join(release, sumsName)
      const sum = new Bun.SHA256().update(readFileSync(path)).digest('hex')
      writeFileSync(list, readFileSync(list, 'utf8').replace(/^[0-9a-f]{64}/, sum))
      return undefined
    },
  ],
  [
    'that is cut off',
    /is cut off or was changed/,
    (release) => {
      const path = addRelease(release)
      truncateSync(path, statSync(path).size - 1)
      return path
    },
  ],
  [
    'without a signature',
    /there is no file .*SHA256SUMS\.sig/,
    (release) => {
      addRelease(release)
      rmSync(join(release, signatureName))
      return undefined
    },
  ],
  [
    'of an older version',
    /0\.0\.9 is older than the present version/,
    (release) => {
      addRelease(release, { version: '0.0.9' })
      return undefined
    },
  ],
  [
    'of the present version',
    /is the present version already/,
    (release) => {
      addRelease(release, { version })
      return undefined
    },
  ],
  [
    'for another architecture',
    /is for linux-sparc; this machine needs/,
    (release) => addRelease(release, { target: 'linux-sparc' }),
  ],
  [
    'without one for this machine',
    /has no executable for/,
    (release) => {
      addRelease(release, { target: 'linux-sparc' })
      return undefined
    },
  ],
  [
    'that says it is another version',
    /says that its version is "0\.0\.1"/,
    (release) => {
      addRelease(release, { says: 'balcao 0.0.1' })
      return undefined
    },
  ],
  [
    'with a schema that the present version cannot serve',
    /add --one-way/,
    (release) => {
      addRelease(release, { schema: { newest: '9000-next', readableSince: '9000-next' } })
      return undefined
    },
  ],
  ['that is missing', /there is no file/, (release) => join(release, 'balcao')],
]
test('a release that cannot be trusted or used is refused in one sentence, before anything is replaced', async () => {
  const installed = await install()
  for (const [what, says, spoil] of refusals) {
    rmSync(installed.release, { recursive: true })
    mkdirSync(installed.release)
    const given = spoil(installed.release) ?? installed.release
    const { code, err } = await update(installed, given, '--service', '/bin/false')
    expect([what, code, err]).toEqual([what, 1, expect.stringMatching(/^balcao: [^\n]+\n$/)])
    expect([what, err]).toEqual([what, expect.stringMatching(says)])
    expect([what, installed.isUnchanged(), readdirSync(installed.bin)]).toEqual([what, true, ['balcao']])
    expect(readdirSync(copiesDirectory(installed.dataDir)).filter((name) => name.endsWith('.tar'))).toEqual([])
  }
  expect(await answerOf(installed.env.BALCAO_PORT)).toBe('ready')
})

test('a download that breaks off, an address without a release and a missing key are refused', async () => {
  const installed = await install()
  const path = addRelease(installed.release)
  const name = path.slice(installed.release.length + 1)
  const cut = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, bytes) {
        const asked = bytes.toString().split(' ')[1]?.slice(1) ?? ''
        const body = readFileSync(join(installed.release, asked))
        const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
        socket.write(Buffer.concat([Buffer.from(head), asked === name ? body.subarray(0, 20) : body]))
        socket.end()
      },
    },
  })
  cleanups.push(() => cut.stop(true))
  const broken = await update(installed, `http://127.0.0.1:${cut.port}`)
  expect([broken.code, broken.err]).toEqual([
    1,
    expect.stringMatching(/^balcao: [^\n]*(did not come whole|is cut off)[^\n]*\n$/),
  ])
  const nothing = await update({ ...installed, env: { ...installed.env, BALCAO_RELEASES: installed.env.BALCAO_PORT } })
  expect([nothing.code, nothing.err]).toEqual([2, expect.stringMatching(/BALCAO_RELEASES must be an address/)])
  const noAddress = await update(installed)
  expect([noAddress.code, noAddress.err]).toEqual([2, expect.stringMatching(/needs FILE or ADDRESS/)])
  const noTime = await update(installed, installed.release, '--wait', 'abc')
  expect([noTime.code, noTime.err]).toEqual([2, expect.stringMatching(/--wait needs a number of seconds/)])
  const noKey = await update({ ...installed, env: { ...installed.env, BALCAO_RELEASE_KEY: '' } }, installed.release)
  expect([noKey.code, noKey.err]).toEqual([1, expect.stringMatching(/knows no release key/)])
  const elsewhere = await update(installed, `http://127.0.0.1:${installed.env.BALCAO_PORT}/releases`)
  expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringMatching(/^balcao: [^\n]+\n$/)])
  expect([installed.isUnchanged(), readdirSync(installed.bin)]).toEqual([true, ['balcao']])
})

// Only root can become another user.
test.skipIf(process.getuid?.() !== 0)(
  'a user who may not replace the executable is told so before a file is read',
  async () => {
    const installed = await install()
    for (const path of [installed.directory, installed.bin]) chmodSync(path, 0o755)
    const command = [
      'setpriv',
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      installed.path,
      'update',
      '/nowhere',
    ]
    const child = Bun.spawn(command, { env: installed.env, stdout: 'ignore', stderr: 'pipe' })
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([
      1,
      expect.stringMatching(/^balcao: this user may not replace [^\n]+ run it as root[^\n]+\n$/),
    ])
  },
)

test('a newer version from an address replaces the executable, is started, and the old one is kept', async () => {
  const installed = await install()
  const { program, calls } = manage(installed)
  addRelease(installed.release)
  const { release } = installed
  const server = Bun.serve({
    port: 0,
    fetch: ({ url }) => new Response(Bun.file(join(release, new URL(url).pathname))),
  })
  cleanups.push(() => server.stop(true))
  const env = { ...installed.env, BALCAO_RELEASES: `http://127.0.0.1:${server.port}` }
  const { code, out, err } = await update({ ...installed, env }, '--service', program, '--wait', '120')
  expect([code, err, calls]).toEqual([0, '', ['stop', 'start']])
  expect(out).toMatch(
    /^9\.0\.0 is signed, whole, and newer than .*\nBackup: .*\.tar\n9\.0\.0 takes work; .* is kept as .*\.old\.\n$/,
  )
  expect(readdirSync(installed.bin).sort()).toEqual(['balcao', 'balcao.old'])
  expect(readFileSync(installed.path, 'utf8')).toStartWith('#!/bin/sh')
  expect(readdirSync(copiesDirectory(installed.dataDir)).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
  expect(await answerOf(installed.env.BALCAO_PORT)).toBe('ready')
})

test('a version that takes no work is replaced by the one before, which serves again', async () => {
  const installed = await install()
  const { program, calls } = manage(installed)
  const path = addRelease(installed.release, { serve: versionsThat.refuse })
  writeFileSync(`${installed.path}.old`, 'former')
  const { code, err } = await update(installed, path, '--service', program, '--wait', '2')
  const sentence = `^balcao: 9\\.0\\.0 did not take work \\(.* for 2 s\\); ${version} is back and takes work\n$`
  expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(sentence))])
  expect(calls).toEqual(['stop', 'start', 'kill', 'start'])
  expect([installed.isUnchanged(), readdirSync(installed.bin).sort()]).toEqual([true, ['balcao', 'balcao.old']])
  expect(readFileSync(`${installed.path}.old`, 'utf8')).toBe('former')
  expect(await answerOf(installed.env.BALCAO_PORT)).toBe('ready')
})

test('a server that cannot be stopped serves again, and nothing is replaced', async () => {
  const installed = await install()
  const { program, calls } = manage(installed)
  const failing = join(installed.directory, 'failing')
  writeFileSync(failing, `#!/bin/sh\n${program} "$1"\n[ "$1" != stop ]\n`)
  chmodSync(failing, 0o755)
  const path = addRelease(installed.release)
  const { code, err } = await update(installed, path, '--service', failing)
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/stop failed \(1\); nothing was replaced, and .* takes work\n$/),
  ])
  expect([calls, installed.isUnchanged(), readdirSync(installed.bin)]).toEqual([['stop', 'start'], true, ['balcao']])
  mkdirSync(`${installed.path}.old`)
  const unkept = await update(installed, path, '--service', program)
  expect([unkept.code, calls, readdirSync(installed.bin).toSorted()]).toEqual([
    1,
    ['stop', 'start'],
    ['balcao', 'balcao.old'],
  ])
  expect(await answerOf(installed.env.BALCAO_PORT)).toBe('ready')
})

test('--back returns to the executable before, which becomes the one to return to', async () => {
  const installed = await install()
  const { program } = manage(installed)
  const none = await update(installed, '--back', '--service', program)
  expect([none.code, none.err]).toEqual([1, expect.stringMatching(/there is no .*balcao\.old/)])
  const given = await update(installed, '--back', installed.release, '--service', program)
  expect([given.code, given.err]).toEqual([1, expect.stringMatching(/--back takes no "/)])
  linkOrCopy(installed.path, `${installed.path}.old`)
  const same = await update(installed, '--back', '--service', program)
  expect([same.code, same.err]).toEqual([1, expect.stringMatching(/is the present executable/)])
  rmSync(`${installed.path}.old`)
  const former = addRelease(installed.release, { version: '0.0.9' })
  copyFileSync(former, `${installed.path}.old`)
  const { code, out, err } = await update(installed, '--back', '--service', program, '--wait', '120')
  expect([code, err, out]).toEqual([0, '', expect.stringMatching(/^0\.0\.9 takes work/)])
  expect(readFileSync(installed.path, 'utf8')).toStartWith('#!/bin/sh')
  expect(statSync(`${installed.path}.old`).size).toBe(statSync(executable).size)
})

test('the service is asked apart from the terminal, and the server past the proxy of the machine', async () => {
  const installed = await install()
  const { program } = manage(installed)
  const [noting, groups] = [join(installed.directory, 'noting'), join(installed.directory, 'groups')]
  writeFileSync(
    noting,
    `#!/bin/sh\ncut -d' ' -f1,5 /proc/$$/stat >> ${groups}\nunset http_proxy\nexec ${program} "$1"\n`,
  )
  chmodSync(noting, 0o755)
  const env = { ...installed.env, http_proxy: 'http://127.0.0.1:9', no_proxy: 'other.example' }
  const path = addRelease(installed.release)
  const { code, err } = await update({ ...installed, env }, path, '--service', noting, '--wait', '120')
  expect([code, err]).toEqual([0, ''])
  const lines = readFileSync(groups, 'utf8').trim().split('\n')
  expect(lines.map((line) => line.split(' ')).map(([pid, group]) => pid === group)).toEqual([true, true])
})

test('without a service manager and without a server the executable is replaced, and the way back is named', async () => {
  const installed = await install()
  await installed.server.stop('SIGTERM')
  const path = addRelease(installed.release)
  const { code, out } = await update(installed, path, '--service', '/bin/false')
  expect([code, out]).toEqual([0, expect.stringMatching(/Start balcao again\..*balcao update --back returns/)])
  expect(existsSync(`${installed.path}.old`)).toBe(true)
})
