import { Elysia } from 'elysia'
import { type Auth, guard } from '../../../core/http/guard'
import { Releases } from './model'
import { readReleases } from './read'

/** A newer version of the product, for the provider. */
export const releaseRoutes = (auth: Auth) =>
  new Elysia({ prefix: '/releases' })
    .use(guard(auth))
    .get('/', ({ platform }) => readReleases(platform), { super: true, response: Releases })
