import { describe, expect, test } from 'bun:test'
import { routeTable } from '../../src/core/http/route-table'
import { TenantDb } from '../../src/core/storage/tenant'
import { type PlanFlag, planFlags } from '../../src/shared/enums'
import { videoCode } from '../../src/shared/video'
import { companies, refused, world } from '../world'

const small = { name: 'Plano 2', users: 3, connections: 1, queues: 2, value: 9900 }

describe('plans', () => {
  test('are made, changed and deleted; a name is taken once', async () => {
    const { as, platform } = await world()
    const { data: made } = await as('root').plans.post({ ...small, useKanban: true })
    expect(made).toMatchObject({ ...small, useKanban: true, useSchedules: false, isPublic: false, companiesCount: 0 })
    const id = made?.id ?? 0
    expect(await as('root').plans.post(small)).toMatchObject(refused(409, 'ERR_PLAN_NAME_ALREADY_EXISTS'))
    const changed = await as('root').plans({ id }).put({ value: 100, useKanban: false, isPublic: true })
    expect(changed.data).toMatchObject({ ...small, value: 100, useKanban: false, isPublic: true })
    expect((await as('root').plans({ id }).delete()).data).toEqual({ id })
    const lines = await platform.db.selectFrom('audit_log').select(['companyId', 'action', 'entity']).execute()
    const line = (action: string) => ({ companyId: companies.provider as never, action, entity: 'plan' })
    expect(lines).toEqual([line('create'), line('update'), line('delete')])
  })

  test('in use stay, and the refusal names the companies', async () => {
    const { as } = await world()
    const answer = await as('root').plans({ id: 1 }).delete()
    expect(answer).toMatchObject(refused(409, 'ERR_PLAN_IN_USE', { companies: ['acme', 'provider', 'rival'] }))
  })

  test.each(planFlags)('without %s every route that needs it refuses, from the next request on', async (flag) => {
    const { as, app, tokenOf } = await world()
    const routes = routeTable(app).filter(({ plan }) => plan === flag)
    await as('root')
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
  })

  const flagged: [PlanFlag, RegExp][] = [
    ['useKanban', /^\/api\/(tags\/kanban|ticket\/kanban|ticket-tags\/:ticketId$)/],
    ['useSchedules', /^\/api\/schedules/],
    ['useInternalChat', /^\/api\/chats/],
  ]
  test.each(flagged)('no route of %s is without its guard', async (flag, pattern) => {
    const { app } = await world()
    const routes = routeTable(app).filter(({ path }) => pattern.test(path))
    expect(routes.length).toBeGreaterThan(0)
    expect(routes.filter(({ plan }) => plan !== flag)).toEqual([])
  })

  const limited = {
    connections: { post: (made: Made, at: number) => made.as('ana').whatsapp.post({ name: `Conexão ${at}` }) },
    queues: {
      post: (made: Made, at: number) => made.as('ana').queue.post({ name: `Fila ${at}`, color: `#1234${10 + at}` }),
    },
    users: {
      post: (made: Made, at: number) =>
        made.as('ana').users.post({
          name: `Pessoa ${at}`,
          email: `p${at}@acme.test`,
          password: 'nove violoncelos',
          profile: 'user',
        }),
    },
  } as const
  type Made = Awaited<ReturnType<typeof world>>
  test.each(Object.keys(limited) as (keyof typeof limited)[])(
    '%s: one below the limit goes, at it and above do not',
    async (what) => {
      const made = await world()
      const { count } = await TenantDb.of(made.store, companies.acme as never)
        .select(what)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      await made
        .as('root')
        .plans({ id: 1 })
        .put({ [what]: count + 1 })
      expect((await limited[what].post(made, 1)).status).toBe(200)
      expect(await limited[what].post(made, 2)).toMatchObject(refused(403, 'ERR_PLAN_LIMIT', { limit: count + 1 }))
      await made
        .as('root')
        .plans({ id: 1 })
        .put({ [what]: count })
      expect(await limited[what].post(made, 3)).toMatchObject(refused(403, 'ERR_PLAN_LIMIT', { limit: count }))
    },
  )
})

describe('helps', () => {
  test('are written by the provider and read by everybody', async () => {
    const { as } = await world()
    const given = { title: 'Filas', video: 'https://youtu.be/dQw4w9WgXcQ?t=3', description: 'Como criar' }
    const { data } = await as('root').helps.post(given)
    expect(data).toMatchObject({ title: 'Filas', video: 'dQw4w9WgXcQ' })
    expect((await as('bob').helps.list.get()).data?.helps).toMatchObject([{ title: 'Filas' }])
    expect(await as('ana').helps.post(given)).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
    expect(await as('root').helps.post({ title: 'Filas', video: 'javascript:1' })).toMatchObject(
      refused(422, 'ERR_VALIDATION', { fields: ['video'] }),
    )
    const help = as('root').helps({ id: data?.id ?? 0 })
    expect((await help.put({ title: 'Setores' })).data?.title).toBe('Setores')
    expect((await help.delete()).status).toBe(200)
    expect(await help.delete()).toMatchObject(refused(404, 'ERR_NO_HELP_FOUND'))
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

  test('reach every company, count as unread until looked at, and again when they are news', async () => {
    const { as, published, acme } = await world()
    const { data: made } = await as('root').announcements.post({ title: 'Manutenção', text: 'Domingo às 3 h' })
    expect(made).toMatchObject({ priority: 3, status: true, mediaPath: null })
    const told = published.filter(({ entity }) => entity === 'announcement').map(({ companyId }) => companyId as number)
    expect(told.sort()).toEqual(Object.values(companies))
    const unread = async () => (await as('bob').announcements.get({ query: {} })).data?.unread
    expect(await unread()).toBe(1)
    await as('bob').announcements.read.post()
    expect(await unread()).toBe(0)
    const one = as('root').announcements({ id: made?.id ?? 0 })
    await one.put({ priority: 1 })
    expect(await unread()).toBe(0)
    const long = { seenAt: made?.publishedAt ?? '' }
    await acme.transaction((tx) => tx.update('announcement_reads').set(long).execute())
    await one.put({ text: 'Sábado às 3 h' })
    expect(await unread()).toBe(1)
    await one.put({ status: false })
    expect((await as('bob').announcements.get({ query: {} })).data).toMatchObject({ records: [], unread: 0 })
    expect((await as('root').announcements.get({ query: { searchParam: 'MANUTENCAO' } })).data?.records).toHaveLength(1)
  })

  test('carry a picture that every company may see, and nothing but pictures', async () => {
    const { as, app } = await world()
    const { data: made } = await as('root').announcements.post({ title: 'Foto', text: 'Veja', priority: 1 })
    const one = as('root').announcements({ id: made?.id ?? 0 })
    const { data, error } = await one['media-upload'].post(picture('foto nova.png', pixel))
    expect(error).toBeNull()
    expect(data?.mediaName).toBe('foto_nova.png')
    const file = await app.handle(new Request(`http://localhost${data?.mediaPath}`))
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    const wrong = await one['media-upload'].post(picture('foto.png', Buffer.from('<svg/>').toString('base64')))
    expect(wrong).toMatchObject(refused(415, 'ERR_MEDIA_TYPE'))
    expect((await one['media-upload'].delete()).data?.mediaPath).toBeNull()
  })
})
