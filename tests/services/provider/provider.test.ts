import { describe, expect, test } from 'bun:test'
import { routeTable } from '../../../src/core/http/route-table'
import { TenantDb } from '../../../src/core/storage/tenant'
import { type PlanFlag, planFlags } from '../../../src/shared/enums'
import { videoCode } from '../../../src/shared/video'
import { companies, createInstallation, errorAnswer } from '../../installation'

const small = { name: 'Plano 2', users: 3, connections: 1, queues: 2, value: 9900 }

describe('plans', () => {
  test('are created, changed and deleted; a repeated name is refused', async () => {
    const { clientAs, platform } = await createInstallation()
    const { data: made } = await clientAs('root').plans.post({ ...small, useKanban: true })
    expect(made).toMatchObject({ ...small, useKanban: true, useSchedules: false, isPublic: true, companiesCount: 0 })
    const id = made?.id ?? 0
    expect(await clientAs('root').plans.post(small)).toMatchObject(errorAnswer(409, 'ERR_PLAN_NAME_ALREADY_EXISTS'))
    const changed = await clientAs('root').plans({ id }).put({ value: 100, useKanban: false, isPublic: true })
    expect(changed.data).toMatchObject({ ...small, value: 100, useKanban: false, isPublic: true })
    expect((await clientAs('root').plans({ id }).delete()).data).toEqual({ id })
    const lines = await platform.db.selectFrom('audit_log').select(['companyId', 'action', 'entity']).execute()
    const line = (action: string) => ({ companyId: companies.provider as never, action, entity: 'plan' })
    expect(lines).toEqual([line('create'), line('update'), line('delete')])
  })

  test('in use cannot be deleted, and the error names the companies', async () => {
    const { clientAs } = await createInstallation()
    const answer = await clientAs('root').plans({ id: 1 }).delete()
    expect(answer).toMatchObject(errorAnswer(409, 'ERR_PLAN_IN_USE', { companies: ['acme', 'provider', 'rival'] }))
  })

  test.each(planFlags)(
    'without %s make every route that needs it answer 403 from the next request on',
    async (flag) => {
      const { clientAs, app, tokenOf } = await createInstallation()
      const routes = routeTable(app).filter(({ plan }) => plan === flag)
      await clientAs('root')
        .plans({ id: 1 })
        .put({ [flag]: false })
      const authorization = `Bearer ${await tokenOf('ana')}`
      for (const { method, path } of routes) {
        const address = `http://localhost${path.replace(/:\w+/g, '1')}`
        const answer = await app.handle(new Request(address, { method, headers: { authorization } }))
        expect([method, path, answer.status, await answer.json()]).toEqual([
          method,
          path,
          403,
          { error: 'ERR_NO_PERMISSION' },
        ])
      }
    },
  )

  const flagged: [PlanFlag, RegExp][] = [
    ['useKanban', /^\/api\/(tags\/kanban|ticket\/kanban|ticket-tags\/:ticketId$)/],
    ['useSchedules', /^\/api\/schedules/],
    ['useInternalChat', /^\/api\/chats/],
  ]
  test.each(flagged)('guard every route of %s', async (flag, pattern) => {
    const { app } = await createInstallation()
    const routes = routeTable(app).filter(({ path }) => pattern.test(path))
    expect(routes.length).toBeGreaterThan(0)
    expect(routes.filter(({ plan }) => plan !== flag)).toEqual([])
  })

  const limited = {
    connections: { post: (made: Made, at: number) => made.clientAs('ana').whatsapp.post({ name: `Conexão ${at}` }) },
    queues: {
      post: (made: Made, at: number) =>
        made.clientAs('ana').queue.post({ name: `Fila ${at}`, color: `#1234${10 + at}` }),
    },
    users: {
      post: (made: Made, at: number) =>
        made.clientAs('ana').users.post({
          name: `Pessoa ${at}`,
          email: `p${at}@acme.test`,
          password: 'nove violoncelos',
          profile: 'user',
        }),
    },
  } as const
  type Made = Awaited<ReturnType<typeof createInstallation>>
  test.each(Object.keys(limited) as (keyof typeof limited)[])(
    'limit %s: below the limit a creation succeeds, at and above it fails',
    async (what) => {
      const installation = await createInstallation()
      const { count } = await TenantDb.of(installation.store, companies.acme as never)
        .select(what)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      await installation
        .clientAs('root')
        .plans({ id: 1 })
        .put({ [what]: count + 1 })
      expect((await limited[what].post(installation, 1)).status).toBe(200)
      expect(await limited[what].post(installation, 2)).toMatchObject(
        errorAnswer(403, 'ERR_PLAN_LIMIT', { limit: count + 1, what }),
      )
      await installation
        .clientAs('root')
        .plans({ id: 1 })
        .put({ [what]: count })
      expect(await limited[what].post(installation, 3)).toMatchObject(
        errorAnswer(403, 'ERR_PLAN_LIMIT', { limit: count, what }),
      )
    },
  )
})

describe('helps', () => {
  test('are written by the provider and read by every company', async () => {
    const { clientAs } = await createInstallation()
    const given = { title: 'Filas', video: 'https://youtu.be/dQw4w9WgXcQ?t=3', description: 'Como criar' }
    const { data } = await clientAs('root').helps.post(given)
    expect(data).toMatchObject({ title: 'Filas', video: 'dQw4w9WgXcQ' })
    expect((await clientAs('bob').helps.list.get()).data?.helps).toMatchObject([{ title: 'Filas' }])
    expect(await clientAs('ana').helps.post(given)).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
    expect(await clientAs('root').helps.post({ title: 'Filas', video: 'javascript:1' })).toMatchObject(
      errorAnswer(422, 'ERR_VALIDATION', { fields: ['video'] }),
    )
    const help = clientAs('root').helps({ id: data?.id ?? 0 })
    expect((await help.put({ title: 'Setores' })).data?.title).toBe('Setores')
    expect((await help.delete()).status).toBe(200)
    expect(await help.delete()).toMatchObject(errorAnswer(404, 'ERR_NO_HELP_FOUND'))
  })

  test.each([
    ['dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    [' https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10 ', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?app=x&v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://evil.test/watch?v=dQw4w9WgXcQ', null],
    ['dQw4w9WgXcQx', null],
    ['', null],
  ])('the video of %p is %p', (given, code) => {
    expect(videoCode(given)).toBe(code)
  })
})

describe('announcements', () => {
  const picture = (name: string, content: string) => {
    const form = { file: new File([Buffer.from(content, 'base64')], name) }
    return form
  }
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

  test('reach every company, count as unread until opened, and again after a change', async () => {
    const { clientAs, published, acme } = await createInstallation()
    const { data: made } = await clientAs('root').announcements.post({ title: 'Manutenção', text: 'Domingo às 3 h' })
    expect(made).toMatchObject({ priority: 3, status: true, mediaPath: null })
    const told = published.filter(({ entity }) => entity === 'announcement').map(({ companyId }) => companyId as number)
    expect(told.sort()).toEqual(Object.values(companies))
    const unread = async () => (await clientAs('bob').announcements.get({ query: {} })).data?.unread
    expect(await unread()).toBe(1)
    await clientAs('bob').announcements.read.post()
    expect(await unread()).toBe(0)
    const one = clientAs('root').announcements({ id: made?.id ?? 0 })
    await one.put({ priority: 1 })
    expect(await unread()).toBe(0)
    const long = { seenAt: made?.publishedAt ?? '' }
    await acme.transaction((tx) => tx.update('announcement_reads').set(long).execute())
    await one.put({ text: 'Sábado às 3 h' })
    expect(await unread()).toBe(1)
    await one.put({ status: false })
    expect((await clientAs('bob').announcements.get({ query: {} })).data).toMatchObject({ records: [], unread: 0 })
    expect(
      (await clientAs('root').announcements.get({ query: { searchParam: 'MANUTENCAO' } })).data?.records,
    ).toHaveLength(1)
  })

  test('have a picture readable by every company; other file types are refused', async () => {
    const { clientAs, app } = await createInstallation()
    const { data: made } = await clientAs('root').announcements.post({ title: 'Foto', text: 'Veja', priority: 1 })
    const one = clientAs('root').announcements({ id: made?.id ?? 0 })
    const { data, error } = await one['media-upload'].post(picture('foto nova.png', pixel))
    expect(error).toBeNull()
    expect(data?.mediaName).toBe('foto_nova.png')
    const file = await app.handle(new Request(`http://localhost${data?.mediaPath}`))
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    const wrong = await one['media-upload'].post(picture('foto.png', Buffer.from('<svg/>').toString('base64')))
    expect(wrong).toMatchObject(errorAnswer(415, 'ERR_MEDIA_TYPE'))
    expect((await one['media-upload'].delete()).data?.mediaPath).toBeNull()
  })
})
