import { afterAll, afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { createMailer } from '../../../src/features/accounts/password-reset/mailer'
import { deleteUser } from '../../../src/features/accounts/users/delete'
import { sendReportMail } from '../../../src/features/inbox/reports/mail'
import type { ReportInput } from '../../../src/features/inbox/reports/model'
import { enqueueMails } from '../../../src/features/inbox/reports/plan'
import { listReports } from '../../../src/features/inbox/reports/read'
import { changeReport, createReport, deleteReport, setOwnMail } from '../../../src/features/inbox/reports/service'
import { dueWeek, firstWeek, mailAt } from '../../../src/features/inbox/reports/weeks'
import { updateLocale } from '../../../src/features/provider/companies/change'
import { limits } from '../../../src/shared/limits'
import { daysOfPeriod } from '../../../src/shared/report-periods'
import { createInstallation, emailOf, type Name, people } from '../../installation'
import { openMailServer } from '../../mail-server'

const zone = 'America/Sao_Paulo'
/** Tuesday 24 November 2026, 12:00 in São Paulo. */
const start = Date.parse('2026-11-24T15:00:00.000Z')

let all: Awaited<ReturnType<typeof createInstallation>>
beforeEach(async () => {
  setSystemTime(start)
  all = await createInstallation()
  await all.platform.transaction(({ db }) => db.updateTable('companies').set({ timeZone: zone }).execute())
})
afterEach(() => void setSystemTime())

const refusal = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(String, ({ code }) => code)

const input = (part: Partial<ReportInput> = {}): ReportInput => ({
  ...{ name: 'Semana', shared: false, mail: null },
  report: { days: 7, by: 'queue', sort: 'finished', order: 'desc' },
  ...part,
})
/** A mail on Mondays at 8. */
const mondays = (...recipients: number[]) => ({ weekday: 1, hour: 8, recipients })
const save = (who: Name, part: Partial<ReportInput> = {}) => createReport(all.scopeOf(who), input(part))
const names = async (who: Name) => (await listReports(all.scopeOf(who))).reports.map(({ name }) => name)
/** Sets the clock and runs what is due; returns the addresses of the mails since the last call. */
const runAt = async (at: string) => {
  setSystemTime(Date.parse(at))
  await all.jobs.settle()
  return all.mails.splice(0).map(({ to }) => to)
}
const { ana, sara, bob } = people

describe('periods that move with the calendar', () => {
  test.each([
    ['yesterday', '2026-03-01', ['2026-02-28', '2026-02-28']],
    ['thisWeek', '2026-11-29', ['2026-11-23', '2026-11-29']],
    ['lastWeek', '2026-11-30', ['2026-11-23', '2026-11-29']],
    ['thisMonth', '2026-11-01', ['2026-11-01', '2026-11-01']],
    ['lastMonth', '2026-03-31', ['2026-02-01', '2026-02-28']],
    ['lastMonth', '2027-01-15', ['2026-12-01', '2026-12-31']],
  ] as const)('%s on %s', (period, today, days) => {
    expect(daysOfPeriod(period, today)).toEqual([...days])
  })
})

describe('saved reports', () => {
  test('are listed for their author, for all readers when shared, and for recipients', async () => {
    await save('sara', { name: 'Minha' })
    await save('sara', { name: 'De todos', shared: true })
    await save('sara', { name: 'Por e-mail', mail: mondays(ana.id) })
    expect(await names('sara')).toEqual(['De todos', 'Minha', 'Por e-mail'])
    expect(await names('ana')).toEqual(['De todos', 'Por e-mail'])
    expect(await names('rui')).toEqual([])
    const { people: readers, mails } = await listReports(all.scopeOf('ana'))
    expect(readers.map(({ id }) => id).sort()).toEqual([ana.id, sara.id].sort())
    expect(mails).toBe(true)
  })

  test('are no longer listed for recipients when their mail ends', async () => {
    const { id } = await save('sara', { mail: mondays(ana.id) })
    expect(await names('ana')).toEqual(['Semana'])
    await changeReport(all.scopeOf('sara'), id, { mail: null })
    expect(await names('ana')).toEqual([])
  })

  test('have a limit of each author, and one of the company', async () => {
    const insert = (userId: number | null, count: number) =>
      all.acme.transaction(async (tx) => {
        const mail = { mailWeekday: null, mailHour: null, mailWeek: null, mailedWeek: null }
        const row = { userId, name: 'Semana', report: JSON.stringify(input().report), ...mail }
        for (let n = 0; n < count; n++) await tx.insert('saved_reports', row).execute()
      })
    await insert(sara.id, limits.savedReports - 1)
    await save('sara')
    expect(await refusal(() => save('sara'))).toBe('ERR_TOO_MANY_REPORTS')
    await insert(null, limits.companyReports - limits.savedReports - 1)
    await save('ana')
    expect(await refusal(() => save('ana'))).toBe('ERR_TOO_MANY_REPORTS')
  })

  test('are renamed, changed and deleted by their author; by an admin only when shared', async () => {
    const own = await save('sara')
    const shared = await save('sara', { name: 'De todos', shared: true })
    const report = { period: 'lastMonth', by: 'tag', sort: 'late', order: 'asc' } as const
    const changed = await changeReport(all.scopeOf('sara'), own.id, { name: ' Mês ', report })
    expect(changed).toMatchObject({ name: 'Mês', report, shared: false })
    expect(await refusal(() => changeReport(all.scopeOf('ana'), own.id, { name: 'x' }))).toBe('ERR_NO_REPORT_FOUND')
    expect(await changeReport(all.scopeOf('ana'), shared.id, { name: 'Ana' })).toMatchObject({
      ...{ name: 'Ana', editable: true, owner: { id: sara.id } },
    })
    expect(await refusal(() => deleteReport(all.scopeOf('rui'), shared.id))).toBe('ERR_NO_REPORT_FOUND')
    await deleteReport(all.scopeOf('ana'), shared.id)
    await deleteReport(all.scopeOf('sara'), own.id)
    expect(await names('sara')).toEqual([])
  })

  test('have exactly one period, and recipients who may see the dashboard', async () => {
    const rest = { by: 'queue', sort: 'late', order: 'asc' } as const
    expect(await refusal(() => save('ana', { report: rest }))).toBe('ERR_VALIDATION')
    expect(await refusal(() => save('ana', { report: { ...rest, days: 7, period: 'lastWeek' } }))).toBe(
      'ERR_VALIDATION',
    )
    for (const id of [bob.id, people.rui.id, 9_999])
      expect(await refusal(() => save('ana', { mail: mondays(id) }))).toBe('ERR_NO_USER_FOUND')
    expect(await names('ana')).toEqual([])
  })

  test('that are shared outlive their author, private ones do not', async () => {
    await save('sara', { name: 'Minha', mail: mondays(ana.id) })
    await save('sara', { name: 'De todos', shared: true, mail: mondays(ana.id) })
    await deleteUser(all.scopeOf('ana'), sara.id)
    const { reports } = await listReports(all.scopeOf('ana'))
    expect(reports).toMatchObject([{ name: 'De todos', owner: null, editable: true }])
    expect(await runAt('2026-11-30T11:00:00Z')).toEqual([emailOf('ana')])
  })
})

describe('weeks', () => {
  test('a mail is due at its hour in the time zone, also when the clocks skip it', () => {
    expect(mailAt(zone, '2026-11-23', { weekday: 1, hour: 8 })).toBe('2026-11-23T11:00:00.000Z')
    // New York's clocks go from 02:00 to 03:00 on Sunday 8 March 2026.
    expect(mailAt('America/New_York', '2026-03-02', { weekday: 7, hour: 2 })).toBe('2026-03-08T07:00:00.000Z')
  })

  test('the first week is the present one until its hour, and none before the given one', () => {
    const time = { weekday: 2, hour: 12 }
    const week = (at: string, notBefore: string | null = null) => firstWeek(zone, time, new Date(at), notBefore)
    expect(week('2026-11-24T14:59:59Z')).toBe('2026-11-23')
    expect(week('2026-11-24T15:00:00Z')).toBe('2026-11-30')
    expect(week('2026-11-23T15:00:00Z', '2026-12-07')).toBe('2026-12-07')
  })

  test('of several missed weeks the last is due', () => {
    const time = { weekday: 5, hour: 8 }
    const due = (at: string) => dueWeek(zone, time, '2026-11-23', new Date(at))
    expect(due('2026-11-27T10:59:59Z')).toBeNull()
    expect(due('2026-11-27T11:00:00Z')).toBe('2026-11-23')
    expect(due('2026-12-16T11:00:00Z')).toBe('2026-12-07')
  })
})

describe('weekly mails', () => {
  test('leave once per week and recipient, at the hour of the company', async () => {
    const { mail } = await save('ana', { mail: mondays(ana.id, sara.id) })
    expect(mail).toMatchObject({ weekday: 1, hour: 8, recipients: [{ id: ana.id }, { id: sara.id }] })
    expect(await runAt('2026-11-30T10:59:59Z')).toEqual([])
    expect((await runAt('2026-11-30T11:00:00Z')).sort()).toEqual([emailOf('ana'), emailOf('sara')].sort())
    expect(await runAt('2026-12-07T10:59:59Z')).toEqual([])
    expect(await runAt('2026-12-07T11:00:00Z')).toHaveLength(2)
  })

  test('leave once when both jobs run twice', async () => {
    const { id: reportId } = await save('ana', { mail: mondays(ana.id) })
    expect(await runAt('2026-11-30T11:00:00Z')).toHaveLength(1)
    const scope = all.systemScope()
    const attempt = { number: 2, last: false }
    await enqueueMails.run(scope, { reportId }, attempt)
    await sendReportMail.run(scope, { reportId, userId: ana.id, week: '2026-11-30' }, attempt)
    expect(await runAt('2026-11-30T12:00:00Z')).toEqual([])
    expect(await runAt('2026-12-07T11:00:00Z')).toHaveLength(1)
  })

  test('leave late and once after the server was off for several weeks', async () => {
    await save('ana', { mail: mondays(ana.id) })
    expect(await runAt('2026-12-16T20:00:00Z')).toEqual([emailOf('ana')])
    expect(await runAt('2026-12-17T20:00:00Z')).toEqual([])
    expect(await runAt('2026-12-21T11:00:00Z')).toEqual([emailOf('ana')])
  })

  test('move with the time zone of the company, without a second or a missing week', async () => {
    await save('ana', { mail: mondays(ana.id) })
    const move = (timeZone: string) => updateLocale(all.scopeOf('ana'), all.platform, 1, { timeZone })
    // Monday 08:00 in Tokyo is Sunday 20:00 in São Paulo.
    await move('Asia/Tokyo')
    await all.jobs.settle()
    expect(await runAt('2026-11-29T22:59:59Z')).toEqual([])
    expect(await runAt('2026-11-29T23:00:00Z')).toEqual([emailOf('ana')])
    await move(zone)
    await all.jobs.settle()
    expect(await runAt('2026-11-30T11:00:00Z')).toEqual([])
    // Monday 7 December, 07:30 in São Paulo, is after 08:00 in Lisbon: late, but not left out.
    setSystemTime(Date.parse('2026-12-07T10:30:00Z'))
    await move('Europe/Lisbon')
    expect(await runAt('2026-12-07T10:31:00Z')).toEqual([emailOf('ana')])
    expect(await runAt('2026-12-13T10:31:00Z')).toEqual([])
  })

  test('of a changed weekday leave in the same week only if none has left yet', async () => {
    const { id } = await save('ana', { mail: { ...mondays(ana.id), weekday: 3 } }) // tomorrow
    await changeReport(all.scopeOf('ana'), id, { mail: { ...mondays(ana.id), weekday: 5 } })
    expect(await runAt('2026-11-26T11:00:00Z')).toEqual([])
    expect(await runAt('2026-11-27T11:00:00Z')).toHaveLength(1)
    await changeReport(all.scopeOf('ana'), id, { mail: { ...mondays(ana.id), weekday: 6 } })
    expect(await runAt('2026-11-28T11:00:00Z')).toEqual([])
    await changeReport(all.scopeOf('ana'), id, { mail: null })
    expect(await runAt('2026-12-05T11:00:00Z')).toEqual([])
    await changeReport(all.scopeOf('ana'), id, { mail: { ...mondays(ana.id), weekday: 7 } })
    expect(await runAt('2026-12-06T11:00:00Z')).toHaveLength(1)
  })

  test('have the figures of the queues that the recipient sees', async () => {
    for (const queueId of [1, 1, 2]) {
      const { id: ticketId } = await all.insertTicket({ status: 'closed', queueId })
      const times = { createdAt: '2026-11-29T15:00:00.000Z', queuedAt: null, startedAt: null, firstResponseAt: null }
      const rest = { finishedAt: '2026-11-29T16:00:00.000Z', userId: null, queueId, ratingSentAt: null, ratedAt: null }
      const row = { ticketId, ...times, ...rest, reason: null, rate: null }
      await all.acme.transaction((tx) => tx.insert('attendances', row).execute())
    }
    await save('ana', { mail: mondays(ana.id, sara.id) })
    setSystemTime(Date.parse('2026-11-30T11:00:00Z'))
    await all.jobs.settle()
    const finished = all.mails.map(({ to, text }) => [to, /Encerrados: (\d+)/.exec(text)?.[1]])
    expect(new Map(finished as [string, string][])).toEqual(
      new Map([
        [emailOf('ana'), '3'],
        [emailOf('sara'), '2'],
      ]),
    )
  })

  test('that are enqueued reach none who lost the dashboard, was deleted or switched the mail off since', async () => {
    const { id: reportId } = await save('ana', { shared: true, mail: mondays(ana.id, sara.id) })
    const send = (userId: number) =>
      sendReportMail.run(all.systemScope(), { reportId, userId, week: '2026-11-30' }, { number: 1, last: false })
    const setProfile = (profile: 'user' | 'supervisor') =>
      all.acme.transaction((tx) => tx.update('users').set({ profile }).where('id', '=', sara.id).execute())
    await setProfile('user')
    await send(sara.id)
    await setProfile('supervisor')
    await setOwnMail(all.scopeOf('ana'), reportId, false)
    await send(ana.id)
    await setOwnMail(all.scopeOf('ana'), reportId, true)
    await changeReport(all.scopeOf('ana'), reportId, { mail: null })
    await send(ana.id)
    await changeReport(all.scopeOf('ana'), reportId, { mail: mondays(ana.id, sara.id) })
    await deleteUser(all.scopeOf('ana'), sara.id)
    await send(sara.id)
    expect(all.mails).toEqual([])
    await send(ana.id)
    expect(all.mails.map(({ to }) => to)).toEqual([emailOf('ana')])
  })

  test('are not enqueued for who lost the dashboard or switched the mail off', async () => {
    const { id } = await save('ana', { shared: true, mail: mondays(ana.id, sara.id) })
    await setOwnMail(all.scopeOf('ana'), id, false)
    await all.acme.transaction((tx) => tx.update('users').set({ profile: 'user' }).where('id', '=', sara.id).execute())
    expect(await runAt('2026-11-30T11:00:00Z')).toEqual([])
    const { reports } = await listReports(all.scopeOf('ana'))
    expect(reports[0]?.mail?.recipients).toMatchObject([{ id: ana.id, off: true }])
    await setOwnMail(all.scopeOf('ana'), id, true)
    expect(await runAt('2026-12-07T11:00:00Z')).toEqual([emailOf('ana')])
    expect(await refusal(() => setOwnMail(all.scopeOf('bob'), id, false))).toBe('ERR_NO_REPORT_FOUND')
  })

  test('are left out for an expired licence, and without a mail server', async () => {
    await save('ana', { mail: mondays(ana.id) })
    const setDueDate = (dueDate: string) =>
      all.platform.transaction(({ db }) => db.updateTable('companies').set({ dueDate }).execute())
    await setDueDate('2026-11-28')
    expect(await runAt('2026-11-30T11:00:00Z')).toEqual([])
    await setDueDate('2099-01-01')
    all.ports.mail = { configured: false, send: () => Promise.reject(new Error('not set up')) }
    expect(await runAt('2026-12-07T11:00:00Z')).toEqual([])
    expect((await listReports(all.scopeOf('ana'))).mails).toBe(false)
  })

  test('of 30 companies take turns: one job per company runs at once', () => {
    expect([sendReportMail.perGroup, sendReportMail.concurrency]).toEqual([1, 2])
  })
})

describe('a mail server', () => {
  let server: Awaited<ReturnType<typeof openMailServer>>
  beforeEach(async () => {
    server = await openMailServer()
    const productName = async () => 'Balcão'
    const options = {
      smtpUrl: server.url,
      mailFrom: 'Balcão <oi@balcao.test>',
      publicUrl: 'https://balcao.test',
      productName,
    }
    all.ports.mail = createMailer(options)
  })
  afterEach(() => server.close())
  afterAll(() => void setSystemTime())

  test('gets text and HTML with the same figures, in the language of the recipient', async () => {
    await all.acme.transaction((tx) => tx.update('users').set({ language: 'en' }).where('id', '=', ana.id).execute())
    const { id } = await save('ana', { name: 'Loja <b> & "cia"', mail: mondays(ana.id) })
    setSystemTime(Date.parse('2026-11-30T11:00:00Z'))
    await all.jobs.settle()
    const [mail] = server.mails
    expect(server.mails).toHaveLength(1)
    expect(mail).toMatchObject({
      ...{ to: [emailOf('ana')], subject: 'Loja <b> & "cia": 24/11/2026 – 30/11/2026' },
      id: `<report-${id}-${ana.id}-2026-11-30@balcao.test>`,
    })
    expect(mail?.text).toContain('Hello Ana,')
    expect(mail?.text).toContain('From 24/11/2026 to 30/11/2026')
    expect(mail?.text).toContain(`http://localhost:3000/?report=${id}&mail=off`)
    expect(mail?.html).toContain('Loja &lt;b&gt; &amp; &quot;cia&quot;')
    expect(mail?.html).toContain(`href="http://localhost:3000/?report=${id}&amp;mail=off"`)
    for (const name of ['New', 'Closed', 'First response', 'Rating (1 to 3)']) {
      expect(mail?.text).toContain(`\n${name}: `)
      expect(mail?.html).toContain(`>${name}</td>`)
    }
  })

  test('that refuses gets the mail again, with the same id, and once', async () => {
    await save('ana', { mail: mondays(ana.id) })
    server.refuseNext(1)
    setSystemTime(Date.parse('2026-11-30T11:00:00Z'))
    await all.jobs.settle()
    expect(server.mails).toHaveLength(0)
    setSystemTime(Date.parse('2026-11-30T12:30:00Z'))
    await all.jobs.settle()
    setSystemTime(Date.parse('2026-11-30T15:30:00Z'))
    await all.jobs.settle()
    expect(server.mails.map(({ to }) => to)).toEqual([[emailOf('ana')]])
  })
})
