import type { NodeKind } from '../../../../../src/shared/flow/node'
import { classes } from '../../../../lib/classes'
import { type BlockGroup, groupOf, kindIcons } from './kinds'

/** Classes of a group's icon on a ground tinted with 14 % of its colour. */
const tints: Record<BlockGroup, string> = {
  say: 'bg-flow-say/14 text-flow-say',
  ask: 'bg-flow-ask/14 text-flow-ask',
  decide: 'bg-flow-decide/14 text-flow-decide',
  act: 'bg-flow-act/14 text-flow-act',
  ai: 'bg-flow-ai/14 text-flow-ai',
}

/** Icon of a kind in the colour of its group. */
export function KindTile({ kind }: { kind: NodeKind }) {
  const Icon = kindIcons[kind]
  const group = groupOf[kind]
  return (
    <span
      className={classes(
        'grid size-5.5 shrink-0 place-items-center rounded-sm [&_svg]:size-3.5!',
        group ? tints[group] : 'bg-sunken text-muted',
      )}
    >
      <Icon aria-hidden />
    </span>
  )
}

/** Colour of a kind on the small map. */
export const mapColor = (kind: NodeKind): string => {
  const group = groupOf[kind]
  return group ? `var(--flow-${group})` : 'var(--muted)'
}
