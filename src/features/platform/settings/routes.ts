import { Elysia, t } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { Setting, SettingInput, SettingParams, SettingQuery } from './model'
import * as settings from './service'

export const settingRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/settings' })
    .use(guard(auth))
    .get('/', ({ scope, me, query }) => settings.listSettings(scope, auth.platform, me, query.key), {
      auth: true,
      query: SettingQuery,
      response: t.Object({ settings: t.Array(Setting), hasMore: t.Boolean() }),
    })
    .get('/:key', ({ scope, params }) => settings.getSetting(scope, auth.platform, params.key), {
      auth: true,
      params: SettingParams,
      response: Setting,
    })
    .put('/:key', ({ scope, params, body }) => settings.changeSetting(scope, auth.platform, params.key, body.value), {
      auth: true,
      params: SettingParams,
      body: SettingInput,
      response: Setting,
    })
