import { Badge } from './badge'

/** Tells whether a row is active. */
export const OnOffBadge = ({ on, texts: [onText, offText] }: { on: boolean; texts: [on: string, off: string] }) => (
  <Badge tone={on ? 'good' : 'neutral'} className="px-2">
    {on ? onText : offText}
  </Badge>
)
