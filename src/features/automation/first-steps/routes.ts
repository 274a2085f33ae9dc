import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { applyPreset } from './apply-preset'
import { FirstSteps, PresetInput, PresetResult } from './model'
import type { PresetKind } from './presets/preset-table'
import { readFirstSteps } from './read'

export const firstStepsRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/first-steps' })
    .use(guard(auth))
    .get('/', ({ scope }) => readFirstSteps(scope), { can: 'settings:edit', response: FirstSteps })
    .post('/presets', ({ scope, body }) => applyPreset(scope, auth.platform, body.kind as PresetKind), {
      can: 'settings:edit',
      body: PresetInput,
      response: PresetResult,
    })
