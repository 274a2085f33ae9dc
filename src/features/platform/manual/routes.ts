import { Elysia } from 'elysia'
import { type Language, languages } from '../../../shared/enums'
import { ownBrand } from '../../../shared/palette'
import type { Look } from '../look/model'
import { isManualPage, manualSections } from './pages'
import { manualPath, renderManual } from './render'
import style from './style.css' with { type: 'text' }

const [firstPage] = manualSections[0].pages
const anHour = 'public, max-age=3600'

const toLanguage = (text: string): Language | undefined => languages.find((language) => language === text)

/**
 * The manual under `/docs`, without a login: pages of the executable in the interface's languages, with the provider's
 * look. `/docs` leads to the first page in the browser's language.
 */
export const manualRoutes = (readLook: () => Promise<Look>) =>
  new Elysia({ name: 'manual' })
    .get('/docs', ({ headers, redirect }) =>
      redirect(manualPath(preferred(headers['accept-language'] ?? ''), firstPage)),
    )
    .get('/docs/manual.css', async () => answer(withBrand((await readLook()).color), 'text/css'))
    .get('/docs/:language/:page', async ({ params, redirect }) => {
      const language = toLanguage(params.language)
      if (!language || !isManualPage(params.page)) return redirect('/docs')
      return answer(renderManual(language, params.page, await readLook()), 'text/html')
    })

const withBrand = (color: string) => `:root { --brand: ${color || ownBrand}; }\n${style}`

const answer = (text: string, kind: string) =>
  new Response(text, { headers: { 'content-type': `${kind}; charset=utf-8`, 'cache-control': anHour } })

/** First language of the header that the manual has, else English, which most people of other languages read. */
function preferred(header: string): Language {
  const wanted = header.split(',').map((part) => toLanguage(part.trim().slice(0, 2).toLowerCase()))
  return wanted.find((language) => language !== undefined) ?? 'en'
}
