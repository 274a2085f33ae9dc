import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failedUnit, serviceUnit } from '../../src/commands/install/units'
import { cleanUp, executable, run, runAsNobody, temporaryDirectory } from './balcao'

afterEach(cleanUp)

/** Root directory of a machine without anything but root. */
function emptyRoot(): string {
  const root = temporaryDirectory()
  mkdirSync(join(root, 'etc'))
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/bash\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n')
  return root
}

const address = ['--address', 'https://atendimento.example']
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

// Only root may make a user.
describe.skipIf(process.getuid?.() !== 0)('balcao install', () => {
  test('makes user, directories, variables and units in an empty root, and changes nothing the second time', async () => {
    const root = emptyRoot()
    const { code, err, out } = await run(['install', '--root', root, ...address, '--mail', 'smtp://mail.example'])
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(/^Balcão is installed: .*usr\/local\/bin\/balcao/)])
    const [, uid, gid] = /^balcao:[^:]*:(\d+):(\d+):/m.exec(readFileSync(join(root, 'etc/passwd'), 'utf8')) ?? []
    const owned = (path: string) => [
      statSync(join(root, path)).uid,
      statSync(join(root, path)).gid,
      modeOf(join(root, path)),
    ]
    expect(owned('var/lib/balcao/data')).toEqual([Number(uid), Number(gid), '700'])
    expect(owned('etc/balcao')).toEqual([0, Number(gid), '750'])
    expect(owned('etc/balcao/balcao.env')).toEqual([0, Number(gid), '640'])
    expect(readFileSync(join(root, 'etc/balcao/balcao.env'), 'utf8')).toContain('BALCAO_SMTP_URL=smtp://mail.example\n')
    expect(readFileSync(join(root, 'etc/systemd/system/balcao.service'), 'utf8')).toBe(serviceUnit)
    expect(readFileSync(join(root, 'etc/systemd/system/balcao-failed.service'), 'utf8')).toBe(failedUnit)
    expect(statSync(join(root, 'usr/local/bin/balcao')).size).toBe(statSync(executable).size)
    writeFileSync(join(root, 'etc/balcao/balcao.env'), 'BALCAO_PORT=4000\n')
    const again = await run(['install', '--root', root])
    expect([again.code, again.err]).toEqual([0, ''])
    expect(readFileSync(join(root, 'etc/balcao/balcao.env'), 'utf8')).toBe('BALCAO_PORT=4000\n')
  })

  test('follows no link in the place of a directory, and leaves owner and mode of those that exist', async () => {
    const root = emptyRoot()
    mkdirSync(join(root, 'var/lib/balcao'), { recursive: true, mode: 0o700 })
    symlinkSync(join(root, 'etc'), join(root, 'var/lib/balcao/data'))
    const before = [modeOf(join(root, 'etc')), modeOf(join(root, 'var/lib/balcao'))]
    const { code, err } = await run(['install', '--root', root, ...address])
    expect([code, err]).toEqual([1, expect.stringMatching(/data is no directory; install does not follow links\n$/)])
    expect([modeOf(join(root, 'etc')), modeOf(join(root, 'var/lib/balcao'))]).toEqual(before)
    expect(statSync(join(root, 'etc')).uid).toBe(0)
  })

  test('keeps a changed unit and says so; another executable is refused before anything is written', async () => {
    const root = emptyRoot()
    const unit = join(root, 'etc/systemd/system/balcao.service')
    mkdirSync(join(root, 'etc/systemd/system'), { recursive: true })
    writeFileSync(unit, serviceUnit.replace('80%', '2G'))
    expect((await run(['install', '--root', root, ...address])).out).toContain(`${unit} stays as it is.`)
    expect(readFileSync(unit, 'utf8')).toContain('MemoryMax=2G')
    const other = emptyRoot()
    mkdirSync(join(other, 'usr/local/bin'), { recursive: true })
    writeFileSync(join(other, 'usr/local/bin/balcao'), '#!/bin/sh\n')
    const { code, err } = await run(['install', '--root', other, ...address])
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^balcao: another balcao is installed .* use balcao update[^\n]*\n$/),
    ])
    expect(existsSync(join(other, 'etc/balcao'))).toBe(false)
  })

  test('without a terminal needs an address; a wrong one ends with 2, and nothing is written', async () => {
    const root = emptyRoot()
    const silent = await run(['install', '--root', root])
    expect([silent.code, silent.err]).toEqual([
      1,
      expect.stringMatching(/^balcao: there is no terminal .* add --address/),
    ])
    const wrong = await run(['install', '--root', root, '--address', 'atendimento.example'])
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/^balcao: BALCAO_PUBLIC_URL must be an address/)])
    expect([existsSync(join(root, 'etc/balcao')), existsSync(join(root, 'var'))]).toEqual([false, false])
  })

  test('by another user than root, install and uninstall say so before a file is touched', async () => {
    const root = emptyRoot()
    for (const command of ['install', 'uninstall']) {
      const { code, err } = await runAsNobody([command, '--root', root], {})
      expect([code, err]).toEqual([1, expect.stringMatching(/^balcao: [^\n]*run it as root: sudo balcao [^\n]*\n$/)])
    }
    expect(existsSync(join(root, 'var'))).toBe(false)
  })

  test('uninstall removes executable and units, and leaves data, variables and user', async () => {
    const root = emptyRoot()
    await run(['install', '--root', root, ...address])
    writeFileSync(join(root, 'var/lib/balcao/data/balcao.db'), 'data')
    const { code, out } = await run(['uninstall', '--root', root])
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Balcão is removed\. Data stays in .*var\/lib\/balcao\/data, variables in /),
    ])
    for (const path of [
      'usr/local/bin/balcao',
      'etc/systemd/system/balcao.service',
      'etc/systemd/system/balcao-failed.service',
    ])
      expect([path, existsSync(join(root, path))]).toEqual([path, false])
    expect(readFileSync(join(root, 'var/lib/balcao/data/balcao.db'), 'utf8')).toBe('data')
    expect(existsSync(join(root, 'etc/balcao/balcao.env'))).toBe(true)
    expect((await run(['uninstall', '--root', root])).code).toBe(0)
  })
})
