import { Elysia, t } from 'elysia'
import { type Auth, guard, idParams as params, something } from '../../core/http'
import { listSchedules } from './list'
import { attachMedia, removeMedia } from './media'
import { ScheduleInput, ScheduleQuery } from './model'
import { getSchedule } from './read'
import { createSchedule, deleteSchedule, updateSchedule } from './service'

const plan = 'useSchedules'

export const scheduleRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/schedules' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listSchedules(scope, query), { plan, query: ScheduleQuery })
    .post('/', ({ scope, body }) => createSchedule(scope, body), { plan, body: ScheduleInput })
    .get('/:id', ({ scope, params }) => getSchedule(scope, params.id), { plan, params })
    .put('/:id', ({ scope, params, body }) => updateSchedule(scope, params.id, body), {
      plan,
      params,
      body: t.Partial(ScheduleInput, something),
    })
    .delete('/:id', ({ scope, params }) => deleteSchedule(scope, params.id), { plan, params })
    .post('/:id/media-upload', ({ scope, params, body }) => attachMedia(scope, params.id, body.file), {
      plan,
      params,
      body: t.Object({ file: t.File() }),
    })
    .delete('/:id/media-upload', ({ scope, params }) => removeMedia(scope, params.id), { plan, params })
