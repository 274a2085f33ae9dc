import { AudioLines, Image, Paperclip } from 'lucide-react'

const icons = { image: Image, audio: AudioLines }

/** Name of a file with the icon of its kind. */
export function FileLine({ name }: { name: string }) {
  const Icon = icons[name as keyof typeof icons] ?? Paperclip
  return (
    <p className="flex items-center gap-1.5 text-muted text-sm [&_svg]:size-4">
      <Icon aria-hidden />
      {name}
    </p>
  )
}
