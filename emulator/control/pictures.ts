import { blendColours, Canvas, type Colour, parseColour } from './canvas'

/** Drawings for samples and for the demo's shop. A seed always gives the same drawing. */

const sponges = ['#f4c6d7', '#f7e3b0', '#c9dff2', '#d8efce', '#e4d3f0', '#7a4a35', '#fff4e6'].map(parseColour)
const icings = ['#ffffff', '#8c3b2e', '#f25f7c', '#5b3a29', '#7fb69a', '#f0a202'].map(parseColour)
const walls = ['#f6efe6', '#e8eef1', '#f3e8ec', '#eaf0e4', '#f1ece0'].map(parseColour)
const wood = parseColour('#b98b62')
const cherry = parseColour('#c2253a')
const white = parseColour('#ffffff')

const pick = (from: Colour[], seed: number) => from[seed % from.length]!

/** PNG of a decorated cake on a stand, 640 × 480. */
export function drawCake(seed: number): Buffer {
  const canvas = createTableScene(seed)
  const tiers = 1 + (seed % 3)
  canvas.ellipse(320, 402, 190, 20, parseColour('#d9dde0'))
  let bottom = 398
  for (let tier = 0; tier < tiers; tier++) {
    const width = 300 - tier * 84
    const height = tiers === 1 ? 150 : 104
    drawTier(canvas, bottom, width, height, pick(sponges, seed + tier * 2), pick(icings, seed + tier))
    bottom -= height
  }
  const berries = 3 + (seed % 3)
  const spread = (300 - (tiers - 1) * 84) * 0.66
  for (let berry = 0; berry < berries; berry++) {
    const x = 320 - spread / 2 + (spread * berry) / (berries - 1)
    canvas.ellipse(x, bottom - 14, 13, 13, cherry)
    canvas.ellipse(x - 4, bottom - 18, 3, 3, white)
  }
  return canvas.png()
}

function drawTier(canvas: Canvas, bottom: number, width: number, height: number, sponge: Colour, icing: Colour) {
  const left = 320 - width / 2
  canvas.roundedRectangle(left, bottom - height, width, height, 12, sponge)
  canvas.rectangle(left, bottom - height * 0.42, width, 7, blendColours(sponge, white, 0.5))
  canvas.roundedRectangle(left - 5, bottom - height - 8, width + 10, 30, 14, icing)
  for (let drop = 0; drop * 26 < width - 14; drop++) {
    canvas.roundedRectangle(left + 3 + drop * 26, bottom - height + 6, 15, 20 + ((drop * 37) % 24), 7, icing)
  }
}

/** PNG of a box of sweets seen from above, 640 × 480. */
export function drawSweets(seed: number): Buffer {
  const canvas = createTableScene(seed)
  canvas.roundedRectangle(120, 60, 400, 360, 16, parseColour('#e9c9d3'))
  canvas.roundedRectangle(136, 76, 368, 328, 10, parseColour('#fbf3ee'))
  for (let index = 0; index < 12; index++) {
    const x = 190 + (index % 4) * 87
    const y = 135 + Math.floor(index / 4) * 105
    canvas.ellipse(x, y + 4, 36, 36, parseColour('#d8b59c'))
    canvas.ellipse(
      x,
      y,
      30,
      30,
      pick([parseColour('#5b3a29'), ...sponges.slice(0, 3)], seed + index * (1 + (seed % 3))),
    )
    canvas.ellipse(x - 9, y - 9, 7, 7, blendColours(parseColour('#5b3a29'), white, 0.55))
  }
  return canvas.png()
}

/** PNG of a payment receipt on a phone's screen, 480 × 640. */
export function drawReceipt(seed: number): Buffer {
  const canvas = new Canvas(480, 640)
  canvas.gradient(parseColour('#eef3f1'), parseColour('#dfe8e4'))
  canvas.roundedRectangle(50, 50, 380, 540, 18, white)
  canvas.ellipse(240, 130, 42, 42, parseColour('#2fa36b'))
  for (let step = 0; step < 16; step++) canvas.ellipse(221 + step, 132 + step, 5, 5, white)
  for (let step = 0; step < 30; step++) canvas.ellipse(236 + step, 147 - step, 5, 5, white)
  const lines = 7 + (seed % 3)
  for (let line = 0; line < lines; line++) {
    const y = 220 + line * 38
    canvas.roundedRectangle(86, y, 70 + ((seed + line * 29) % 60), 10, 5, parseColour('#c8d0cd'))
    canvas.roundedRectangle(250, y, 70 + ((seed * 3 + line * 41) % 70), 10, 5, parseColour('#7d8985'))
  }
  return canvas.png()
}

/** PNG of hills and a sun, 640 × 480. */
export function drawLandscape(seed: number): Buffer {
  const canvas = new Canvas(640, 480)
  canvas.gradient(
    pick([parseColour('#7fb7e6'), parseColour('#f2b6a0'), parseColour('#9cc9c4')], seed),
    parseColour('#fbe9cf'),
  )
  canvas.ellipse(440 - (seed % 5) * 60, 150, 52, 52, parseColour('#fff3b0'))
  canvas.ellipse(160, 520, 330, 230, parseColour('#6fa678'))
  canvas.ellipse(520, 540, 360, 220, parseColour('#4f8a5e'))
  return canvas.png()
}

const skins = ['#f1c9a5', '#d9a477', '#a8734a', '#7d4e2d', '#efc3a4'].map(parseColour)
const hairs = ['#2b211c', '#5a3825', '#8d5a2b', '#1d1b1f', '#b8894f'].map(parseColour)

/** PNG of head and shoulders for a profile picture, 192 × 192. */
export function drawPortrait(seed: number): Buffer {
  const canvas = new Canvas(192, 192)
  const skin = pick(skins, seed * 7 + 1)
  const hair = pick(hairs, seed * 3 + 2)
  canvas.gradient(pick(sponges, seed + 3), pick(walls, seed))
  if (seed % 2 === 0) canvas.roundedRectangle(50, 50, 92, 104, 40, hair)
  canvas.ellipse(96, 206, 74, 62, pick(icings.slice(1), seed))
  canvas.rectangle(82, 118, 28, 34, blendColours(skin, parseColour('#000000'), 0.12))
  canvas.ellipse(96, 88, 38, 46, skin)
  canvas.ellipse(96, 58, 42, 26, hair)
  return canvas.png()
}

function createTableScene(seed: number): Canvas {
  const canvas = new Canvas(640, 480)
  canvas.gradient(pick(walls, seed), blendColours(pick(walls, seed), parseColour('#c9bba8'), 0.35))
  canvas.rectangle(0, 372, 640, 108, wood)
  canvas.rectangle(0, 372, 640, 5, blendColours(wood, white, 0.35))
  return canvas
}
