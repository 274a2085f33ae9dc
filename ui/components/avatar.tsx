import { User, Users } from 'lucide-react'
import { useState } from 'react'
import { avatarColors } from '../../src/shared/palette'
import { classes } from '../lib/classes'
import { byTheme } from './color-dot'

const sizes = { xs: 'size-5 text-2xs', sm: 'size-7 text-xs', md: 'size-9 text-sm', lg: 'size-12 text-lg' }

interface AvatarProps {
  name: string
  src?: string | null
  size?: keyof typeof sizes
  group?: boolean
  className?: string
}

/** Contact picture, else initials on a colour derived from the name. Decorative: the name is next to it. */
export function Avatar({ name, src, size = 'md', group = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const base = classes(
    'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full',
    sizes[size],
    className,
  )
  if (src && src !== broken)
    return (
      <span aria-hidden className={base}>
        <img src={src} alt="" loading="lazy" className="size-full object-cover" onError={() => setBroken(src)} />
      </span>
    )
  const { light, dark } = avatarColors[hash(name) % avatarColors.length]!
  const letters = group ? '' : initials(name)
  return (
    <span
      aria-hidden
      // Rendered by CSS from the attribute, so that the letters are not part of the enclosing button's text.
      data-letters={letters || undefined}
      className={classes(base, 'select-none font-semibold data-letters:before:content-[attr(data-letters)]')}
      style={{
        background: byTheme(light.ground, dark.ground),
        color: byTheme(light.text, dark.text),
      }}
    >
      {!letters && (group ? <Users className="size-1/2" /> : <User className="size-1/2" />)}
    </span>
  )
}

/** First letters of the first and the last word; '' if the name is only a number. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return picked.map((word) => [...word][0]!.toUpperCase()).join('')
}

const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
