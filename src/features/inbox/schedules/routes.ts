import { Elysia, t } from 'elysia'
import { Deleted, documentResponse, pageFields } from '../../../core/http/documented-response'
import { type Auth, guard } from '../../../core/http/guard'
import { changeOf, idParams as params } from '../../../core/http/schemas'
import { listSchedules } from './list'
import { attachMedia, removeMedia } from './media'
import { Schedule, ScheduleInput, ScheduleQuery } from './model'
import { getSchedule } from './read'
import { createSchedule, deleteSchedule, updateSchedule } from './service'

const plan = 'useSchedules'

export const scheduleRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/schedules' })
    .use(guard(auth))
    .get('/', ({ scope, query }) => listSchedules(scope, query), {
      plan,
      query: ScheduleQuery,
      detail: documentResponse(t.Object({ schedules: t.Array(Schedule), ...pageFields, count: t.Number() })),
    })
    .post('/', ({ scope, body }) => createSchedule(scope, body), {
      plan,
      body: ScheduleInput,
      detail: documentResponse(Schedule),
    })
    .get('/:id', ({ scope, params }) => getSchedule(scope, params.id), {
      plan,
      params,
      detail: documentResponse(Schedule),
    })
    .put('/:id', ({ scope, params, body }) => updateSchedule(scope, params.id, body), {
      plan,
      params,
      body: changeOf(ScheduleInput),
      detail: documentResponse(Schedule),
    })
    .delete('/:id', ({ scope, params }) => deleteSchedule(scope, params.id), {
      plan,
      params,
      detail: documentResponse(Deleted),
    })
    .post('/:id/media-upload', ({ scope, params, body }) => attachMedia(scope, params.id, body.file), {
      plan,
      params,
      body: t.Object({ file: t.File() }),
      detail: documentResponse(Schedule),
    })
    .delete('/:id/media-upload', ({ scope, params }) => removeMedia(scope, params.id), {
      plan,
      params,
      detail: documentResponse(Schedule),
    })
