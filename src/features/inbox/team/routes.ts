import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { Team } from './model'
import { readTeam } from './read'

export const teamRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/team' })
    .use(guard(auth))
    .get('/', ({ scope }) => readTeam(scope), { can: 'team:view', response: Team })
