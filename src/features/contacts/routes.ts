import type { Auth } from '../../core/http/guard'
import { routeGroup } from '../../core/http/route-group'
import { contactRoutes } from './contacts/routes'
import { contactImportRoutes, importIntoContactsRoutes } from './imports/routes'
import { numberCheckRoutes } from './lists/checks/routes'
import { contactListItemRoutes } from './lists/item-routes'
import { contactListRoutes } from './lists/routes'
import { optOutRoutes } from './opt-outs/routes'
import { privacyRoutes } from './privacy/routes'
import { tagRoutes } from './tags/routes'

/** Routes of contacts and their data, contact lists with imports and number checks, opt-outs and tags. */
export const contactsRoutes = (auth: Auth) =>
  routeGroup((api) =>
    api
      .use(privacyRoutes(auth))
      .use(contactListRoutes(auth))
      .use(contactListItemRoutes(auth))
      .use(optOutRoutes(auth))
      .use(contactImportRoutes(auth))
      .use(importIntoContactsRoutes(auth))
      .use(numberCheckRoutes(auth))
      .use(contactRoutes(auth))
      .use(tagRoutes(auth)),
  )
