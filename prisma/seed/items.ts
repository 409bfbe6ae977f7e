import { BRAND } from '@agres/domain/brand';
import type { Localized } from '@agres/domain/locale';
import type { ItemUse } from '@agres/domain/shape-values';
import type { Maker } from '@agres/domain/shapes';

export type SeedOption = Localized & {
  /** The remaining stock after the demonstration orders. */
  stock: number;
};

/**
 * A picture of an item, by the suffix of its name (docs/DESIGN.md), and the index from 0 of the option that
 * it shows.
 */
export type SeedPicture = { view: string; option?: number };

export type SeedItem = {
  /** The prefix of its pictures under /pictures/items: `SLUG-VIEW.webp`. */
  slug: string;
  title: Localized;
  /** HTML. */
  description: Localized;
  /** In cents; 3000 is shown as 29,99 €. */
  priceCents: number;
  pictures: readonly SeedPicture[];
  bestSellerRank?: number;
  use: ItemUse;
  /** The slugs of the related items on its page; by default those with the same use. */
  beside?: readonly string[];
  /** The attribute in which the options differ; undefined for a single option. */
  optionTitle?: Localized;
  options: readonly SeedOption[];
  maker?: Maker;
  /** One warning per line. */
  warnings?: Localized;
};

export const DEMO_ADDRESS = '12 quai de la Démonstration, 69002 Lyon, France';

/** The maker of the shop's own items. */
const OWN = {
  name: 'Ateliers Agrès',
  address: DEMO_ADDRESS,
  contact: BRAND.supportEmail,
};

const SINGLE = { fr: 'Modèle unique', en: 'One size' };

/** The pictures of an item: the item, someone using it, a detail, the measurements. */
const OF_ALL_OPTIONS = [{ view: '1' }, { view: 'use' }, { view: '2' }, { view: 'size' }];

/**
 * Returns the pictures of an item with options: one per option, then someone using it, and the
 * measurements.
 */
const ofEach = (options: number): SeedPicture[] => [
  ...Array.from({ length: options }, (_, option) => ({ view: String(option + 1), option })),
  { view: 'use' },
  { view: 'size' },
];

/** The items of the demonstration content, in display order. */
export const ITEMS: readonly SeedItem[] = [
  {
    slug: 'parallettes',
    title: { fr: 'Parallettes en hêtre', en: 'Beech parallettes' },
    description: {
      fr: `<p>Deux barres de hêtre massif, chacune tournée d’une seule pièce et huilée à la main. Le diamètre de 38 mm remplit la paume sans la fatiguer, et les patins en caoutchouc tiennent sur le carrelage comme sur le parquet.</p>
<ul><li><strong>Hauteur</strong> 11 cm</li><li><strong>Charge maximale</strong> 180 kg</li><li><strong>Fabrication</strong> Jura</li></ul>
<p>Pour les pompes profondes, l’équerre et l’équilibre sur les mains, poignets bien droits.</p>`,
      en: `<p>Two bars of solid beech, each turned from one piece and oiled by hand. At 38 mm the grip fills your palm without tiring it, and the rubber feet grip tiles and wooden floors alike.</p>
<ul><li><strong>Height</strong> 11 cm</li><li><strong>Maximum load</strong> 180 kg</li><li><strong>Made in</strong> The Jura</li></ul>
<p>For deep push-ups, L-sits and handstands, with your wrists straight.</p>`,
    },
    priceCents: 6500,
    use: 'balance',
    beside: ['wrist-wraps', 'chalk', 'gymnastic-rings', 'mobility-blocks'],
    pictures: OF_ALL_OPTIONS,
    bestSellerRank: 1,
    optionTitle: { fr: 'Longueur', en: 'Length' },
    options: [
      { fr: '20 cm', en: '20 cm', stock: 14 },
      { fr: '30 cm', en: '30 cm', stock: 3 },
      { fr: '40 cm', en: '40 cm', stock: 0 },
    ],
    maker: { ...OWN, reference: 'AG-PAR-2' },
    warnings: {
      fr: 'Vérifiez avant chaque séance que les patins sont en place et que le bois n’est pas fendu.\nNe dépassez pas 180 kg.',
      en: 'Before each session, check that the feet are in place and that the wood is not split.\nDo not exceed 180 kg.',
    },
  },
  {
    slug: 'juggling-balls',
    title: { fr: 'Trois balles de jonglage', en: 'Set of three juggling balls' },
    description: {
      fr: `<p>Des balles de 120 g remplies de graines de lin, cousues en six quartiers : elles épousent la main, ne roulent pas quand elles tombent et se font oublier au bout d’une minute.</p>
<ul><li><strong>Diamètre</strong> 65 mm</li><li><strong>Toile</strong> Coton, lavable à la main</li><li><strong>Rangement</strong> Sac en tissu compris</li></ul>
<p>Idéales pour débuter la cascade à trois balles, puis les 46 variations de l’application.</p>`,
      en: `<p>120 g balls filled with linseed and sewn from six panels: they settle into your hand, do not roll away when you drop them, and after a minute you forget that they are there.</p>
<ul><li><strong>Diameter</strong> 65 mm</li><li><strong>Cover</strong> Cotton, washable by hand</li><li><strong>Storage</strong> Cloth bag included</li></ul>
<p>The best start for the three-ball cascade, and for the 46 variations in the app.</p>`,
    },
    priceCents: 3000,
    use: 'juggling',
    beside: ['juggling-clubs', 'mobility-blocks', 'jump-rope', 'wrist-wraps'],
    pictures: ofEach(3),
    bestSellerRank: 2,
    optionTitle: { fr: 'Couleur', en: 'Colour' },
    options: [
      { fr: 'Corail', en: 'Coral', stock: 25 },
      { fr: 'Bleu nuit', en: 'Midnight blue', stock: 18 },
      { fr: 'Sable', en: 'Sand', stock: 9 },
    ],
  },
  {
    slug: 'resistance-bands',
    title: { fr: 'Élastique de musculation', en: 'Resistance band' },
    description: {
      fr: `<p>Une boucle d’un mètre en latex naturel, faite de couches superposées qui s’usent sans casser net. Elle aide aux premières tractions, charge les squats et étire les épaules.</p>
<ul><li><strong>Longueur au repos</strong> 104 cm</li><li><strong>Forces</strong> Trois, une couleur par force</li><li><strong>Matière</strong> Contient du latex</li></ul>`,
      en: `<p>A one-metre loop of natural latex, built in layers that wear down instead of snapping. It helps with your first pull-ups, loads your squats and stretches your shoulders.</p>
<ul><li><strong>Length unstretched</strong> 104 cm</li><li><strong>Strengths</strong> Three, one colour each</li><li><strong>Material</strong> Contains latex</li></ul>`,
    },
    priceCents: 1800,
    use: 'strength',
    pictures: ofEach(3),
    bestSellerRank: 3,
    optionTitle: { fr: 'Résistance', en: 'Strength' },
    options: [
      { fr: 'Légère (5 à 15 kg)', en: 'Light (5 to 15 kg)', stock: 40 },
      { fr: 'Moyenne (10 à 30 kg)', en: 'Medium (10 to 30 kg)', stock: 32 },
      { fr: 'Forte (20 à 45 kg)', en: 'Heavy (20 to 45 kg)', stock: 12 },
    ],
    maker: { ...OWN, reference: null },
    warnings: {
      fr: 'Contient du latex de caoutchouc naturel, qui peut provoquer des allergies.\nNe tirez jamais l’élastique vers le visage.',
      en: 'Contains natural rubber latex, which may cause allergies.\nNever pull the band towards your face.',
    },
  },
  {
    slug: 'jump-rope',
    title: { fr: 'Corde à sauter à roulements', en: 'Ball-bearing skipping rope' },
    description: {
      fr: `<p>Un câble fin gainé, deux poignées de frêne et des roulements à billes : la corde tourne d’elle-même et vous laisse compter. La longueur se règle en dix secondes, sans outil, jusqu’à 2,90 m.</p>
<ul><li><strong>Poids</strong> 160 g</li><li><strong>Câble</strong> Un de rechange compris</li></ul>`,
      en: `<p>A thin coated cable, two ash handles and ball bearings: the rope spins freely and leaves you to count. The length adjusts in ten seconds, without tools, up to 2.90 m.</p>
<ul><li><strong>Weight</strong> 160 g</li><li><strong>Cable</strong> Spare included</li></ul>`,
    },
    priceCents: 2400,
    use: 'endurance',
    beside: ['resistance-bands', 'mobility-blocks', 'wrist-wraps', 'juggling-balls'],
    pictures: OF_ALL_OPTIONS,
    bestSellerRank: 4,
    options: [{ ...SINGLE, stock: 46 }],
  },
  {
    slug: 'gymnastic-rings',
    title: { fr: 'Anneaux de gymnastique', en: 'Gymnastic rings' },
    description: {
      fr: `<p>Des anneaux de bouleau multicouche, poncés finement pour ménager la peau, et deux sangles numérotées de 4,50 m : la même hauteur des deux côtés, du premier coup.</p>
<ul><li><strong>Diamètre intérieur</strong> 18 cm</li><li><strong>Charge maximale</strong> 300 kg</li><li><strong>Boucles</strong> Acier zingué</li></ul>
<p>28 mm, l’épaisseur de compétition, convient aux petites mains et aux tractions ; 32 mm offre un appui plus large pour les dips.</p>`,
      en: `<p>Rings of layered birch, sanded fine, so they grip without tearing your skin, and two numbered straps of 4.50 m: the same height on both sides, at the first attempt.</p>
<ul><li><strong>Inner diameter</strong> 18 cm</li><li><strong>Maximum load</strong> 300 kg</li><li><strong>Buckles</strong> Galvanised steel</li></ul>
<p>28 mm, the competition thickness, suits smaller hands and pulling; 32 mm gives more to push on in supports and dips.</p>`,
    },
    priceCents: 4900,
    use: 'strength',
    pictures: OF_ALL_OPTIONS,
    optionTitle: { fr: 'Épaisseur', en: 'Thickness' },
    options: [
      { fr: '28 mm', en: '28 mm', stock: 8 },
      { fr: '32 mm', en: '32 mm', stock: 2 },
    ],
  },
  {
    slug: 'pull-up-bar',
    title: { fr: 'Barre de traction pour porte', en: 'Doorway pull-up bar' },
    description: {
      fr: `<p>Une barre en acier mat qui se bloque dans l’encadrement sans une vis. Les embouts larges répartissent la pression et ne marquent pas la peinture ; le cliquet empêche toute rotation.</p>
<ul><li><strong>Portes</strong> De 72 à 98 cm</li><li><strong>Charge maximale</strong> 130 kg</li><li><strong>Poids</strong> 2,1 kg</li></ul>
<p>Vérifiez avant d’acheter que l’encadrement est en dur : une cloison en plaques de plâtre ne suffit pas.</p>`,
      en: `<p>A matt steel bar that locks into a door frame without a single screw. Its wide ends spread the pressure and leave no mark on the paint; the ratchet stops it from turning.</p>
<ul><li><strong>Doorways</strong> 72 to 98 cm</li><li><strong>Maximum load</strong> 130 kg</li><li><strong>Weight</strong> 2.1 kg</li></ul>
<p>Before you buy, check that your door frame is solid: plasterboard alone will not do.</p>`,
    },
    priceCents: 4500,
    use: 'strength',
    pictures: OF_ALL_OPTIONS,
    options: [{ ...SINGLE, stock: 6 }],
  },
  {
    slug: 'mobility-blocks',
    title: { fr: 'Paire de blocs en liège', en: 'Pair of cork blocks' },
    description: {
      fr: `<p>Deux blocs de liège portugais, fermes sous la main et tièdes sous le dos. Les arêtes arrondies permettent de s’y asseoir, d’y poser les mains ou d’y surélever les talons.</p>
<ul><li><strong>Dimensions</strong> 22 × 12 × 7,5 cm chacun</li><li><strong>Poids</strong> 650 g chacun</li><li><strong>Entretien</strong> À l’eau savonneuse</li></ul>`,
      en: `<p>Two blocks of Portuguese cork, firm under your hands and warm under your back. With their rounded edges you can sit on them, rest your hands on them or raise your heels.</p>
<ul><li><strong>Size</strong> 22 × 12 × 7.5 cm each</li><li><strong>Weight</strong> 650 g each</li><li><strong>Care</strong> Soapy water</li></ul>`,
    },
    priceCents: 2800,
    use: 'mobility',
    beside: ['resistance-bands', 'wrist-wraps', 'parallettes', 'jump-rope'],
    pictures: ofEach(2),
    optionTitle: { fr: 'Teinte', en: 'Shade' },
    options: [
      { fr: 'Liège clair', en: 'Light cork', stock: 21 },
      { fr: 'Liège fumé', en: 'Smoked cork', stock: 15 },
    ],
  },
  {
    slug: 'juggling-clubs',
    title: { fr: 'Trois massues de jonglage', en: 'Set of three juggling clubs' },
    description: {
      fr: `<p>L’étape d’après : des massues de 220 g au corps souple, équilibrées pour un tour régulier. Le manche entouré de coton ne glisse pas, la boule d’extrémité absorbe les chutes.</p>
<ul><li><strong>Longueur</strong> 52 cm</li><li><strong>Quantité</strong> Trois massues</li></ul>`,
      en: `<p>The next step: 220 g clubs with a soft body, balanced for a steady spin. The cotton-wrapped handle won’t slip, and the knob at the end takes the knocks.</p>
<ul><li><strong>Length</strong> 52 cm</li><li><strong>Quantity</strong> Three clubs</li></ul>`,
    },
    priceCents: 7200,
    use: 'juggling',
    beside: ['juggling-balls', 'wrist-wraps', 'jump-rope', 'mobility-blocks'],
    pictures: ofEach(2),
    optionTitle: { fr: 'Couleur', en: 'Colour' },
    options: [
      { fr: 'Corail', en: 'Coral', stock: 0 },
      { fr: 'Bleu nuit', en: 'Midnight blue', stock: 0 },
    ],
  },
  {
    slug: 'wrist-wraps',
    title: { fr: 'Bandes de poignet', en: 'Wrist wraps' },
    description: {
      fr: `<p>Un soutien ferme pour les longues séances d’appui, sans bloquer la main. Le tissage de coton et d’élasthanne se serre juste comme il faut et laisse respirer la peau.</p>
<ul><li><strong>Largeur</strong> 8 cm</li><li><strong>Maintien</strong> Passe-pouce et fermeture auto-agrippante</li><li><strong>Quantité</strong> Une paire</li></ul>`,
      en: `<p>Firm support for long sessions on your hands, without locking them. The weave of cotton and elastane tightens exactly as far as you want, and breathes.</p>
<ul><li><strong>Width</strong> 8 cm</li><li><strong>Fastening</strong> Thumb loop, hook-and-loop</li><li><strong>Quantity</strong> One pair</li></ul>`,
    },
    priceCents: 2200,
    use: 'balance',
    beside: ['parallettes', 'chalk', 'mobility-blocks', 'gymnastic-rings'],
    pictures: OF_ALL_OPTIONS,
    optionTitle: { fr: 'Longueur', en: 'Length' },
    options: [
      { fr: '30 cm', en: '30 cm', stock: 17 },
      { fr: '45 cm', en: '45 cm', stock: 11 },
    ],
  },
  {
    slug: 'chalk',
    title: { fr: 'Magnésie liquide', en: 'Liquid chalk' },
    description: {
      fr: `<p>Quelques gouttes, trente secondes de séchage, et les mains tiennent pour toute une série. Sans poussière : votre salon et vos voisins vous remercieront.</p>
<ul><li><strong>Flacon</strong> 250 ml, environ 200 applications</li><li><strong>Composition</strong> Sans colophane ni parfum</li></ul>`,
      en: `<p>A few drops, thirty seconds to dry, and your hands hold for a whole set. No dust: your living room and your neighbours will thank you.</p>
<ul><li><strong>Bottle</strong> 250 ml, about 200 applications</li><li><strong>Formula</strong> No rosin, no fragrance</li></ul>`,
    },
    priceCents: 1200,
    use: 'strength',
    pictures: OF_ALL_OPTIONS,
    options: [{ ...SINGLE, stock: 60 }],
  },
];
