import { User, Users } from 'lucide-react'
import { useState } from 'react'
import { classes } from '../lib/classes'

const sizes = { xs: 'size-5 text-[10px]', sm: 'size-7 text-xs', md: 'size-9 text-sm', lg: 'size-12 text-lg' }
/** Quiet hues that carry dark letters in the light theme and light letters in the dark one. */
const hues = [152, 200, 262, 24, 330, 45, 178, 290]

interface AvatarProps {
  name: string
  src?: string | null
  size?: keyof typeof sizes
  group?: boolean
  className?: string
}

/** A picture, else initials on a colour that stays the same for a name. Decoration: the name stands beside it. */
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
  const hue = hues[hash(name) % hues.length]
  const letters = group ? '' : initials(name)
  return (
    <span
      aria-hidden
      // Drawn, not written: letters on a picture are no text of the button around it.
      data-letters={letters || undefined}
      className={classes(base, 'select-none font-semibold data-letters:before:content-[attr(data-letters)]')}
      style={{
        background: `light-dark(hsl(${hue} 45% 88%), hsl(${hue} 28% 26%))`,
        color: `light-dark(hsl(${hue} 55% 22%), hsl(${hue} 45% 86%))`,
      }}
    >
      {!letters && (group ? <Users className="size-1/2" /> : <User className="size-1/2" />)}
    </span>
  )
}

/** First letters of the first and last word; none for a bare number. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return picked.map((word) => [...word][0]!.toUpperCase()).join('')
}

const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
