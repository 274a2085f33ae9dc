import { Elysia } from 'elysia'
import apple from '../ui/icons/apple-180.png' with { type: 'file' }
import badge from '../ui/icons/badge-96.png' with { type: 'file' }
import icon192 from '../ui/icons/icon-192.png' with { type: 'file' }
import icon512 from '../ui/icons/icon-512.png' with { type: 'file' }
import maskable from '../ui/icons/maskable-512.png' with { type: 'file' }
import worker from '../ui/service-worker/worker.js' with { type: 'text' }
import type { Look } from './features/platform/look/model'

/**
 * Manifest, icons and service worker, which operating systems request under fixed names to install the interface as an
 * app.
 */
const icons: Record<string, string> = {
  'apple-180.png': apple,
  'badge-96.png': badge,
  'icon-192.png': icon192,
  'icon-512.png': icon512,
  'maskable-512.png': maskable,
}

const manifest = {
  id: '/',
  name: 'Balcão',
  short_name: 'Balcão',
  start_url: '/tickets',
  scope: '/',
  display: 'standalone',
  lang: 'pt-BR',
  background_color: '#f6f8f7',
  theme_color: '#0b7a4b',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

const anew = 'no-cache'
const aDay = 'public, max-age=86400'

/** The manifest with the provider's name, colour and icons. */
function manifestOf({ name, color, icons: own }: Look) {
  const named = name ? { name, short_name: name } : {}
  const drawn = (side: string) => ({ src: own[side], sizes: `${side}x${side}`, type: 'image/png' })
  const pictures = own['512'] ? { icons: [drawn('192'), drawn('512')] } : {}
  return { ...manifest, ...named, ...(color && { theme_color: color }), ...pictures }
}

/** The look of the installation and its pictures. */
export interface LookSource {
  read(): Promise<Look>
  /** Bytes of a picture by its hash, or null. */
  picture(hash: string): Promise<Uint8Array<ArrayBuffer> | null>
}

export const pwa = (look: LookSource) =>
  new Elysia({ name: 'pwa' })
    .get('/manifest.webmanifest', async ({ set }) => {
      set.headers['content-type'] = 'application/manifest+json'
      set.headers['cache-control'] = anew
      return JSON.stringify(manifestOf(await look.read()))
    })
    .get('/service-worker.js', async ({ set }) => {
      set.headers['content-type'] = 'text/javascript; charset=utf-8'
      set.headers['cache-control'] = anew
      return workerNamed((await look.read()).name)
    })
    .get('/icons/:name', async ({ params, set }) => {
      const path = icons[params.name]
      if (!path) {
        set.status = 404
        return { error: 'ERR_NOT_FOUND' }
      }
      const body = (await givenIcon(look, params.name)) ?? Bun.file(path)
      return new Response(body, { headers: { 'content-type': 'image/png', 'cache-control': aDay } })
    })

/** The service worker with the provider's name in notifications and the offline page; signs of scripts are left out. */
const workerNamed = (name: string) =>
  worker.replaceAll('Balcão', () => name.replace(/[`'"\\<>&$]/g, '').trim() || 'Balcão')

/** The provider's icon in the size that ends the name; null without one, and for names without a size of an icon. */
async function givenIcon({ read, picture }: LookSource, name: string) {
  const address = (await read()).icons[/^(?:icon|apple)-(\d+)\.png$/.exec(name)?.[1] ?? '']
  return address ? picture(address.split('/').at(-1)?.slice(0, -'.png'.length) ?? '') : null
}

/** Paths for the router that serves the interface from sources (src/spa.ts). */
export const pwaPaths = ['/manifest.webmanifest', '/service-worker.js', '/icons/*']
