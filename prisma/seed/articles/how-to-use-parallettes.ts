import type { SeedArticle } from '../article.ts';

export const howToUseParallettes: SeedArticle = {
  title: {
    fr: 'Bien utiliser ses parallettes',
    en: 'How to use parallettes',
  },
  tags: ['parallettes', 'technique'],
  cover: 'using-parallettes',
  item: 'parallettes',
  date: '2026-08-11',
  content: {
    fr: `
<p>Deux petites barres de bois posées au sol : il n’existe guère de matériel plus simple, ni de plus polyvalent. Les parallettes gardent les poignets droits, libèrent de la place sous le corps et transforment une dizaine d’exercices familiers. Encore faut-il les régler, les poser et les saisir comme il faut.</p>
<h2>Choisir la taille</h2>
<ul>
<li><strong>Petites (20 cm de long)</strong> : pour les pompes et les équilibres. Elles voyagent dans un sac.</li>
<li><strong>Moyennes (30 cm)</strong> : la taille que nous conseillons pour commencer. On peut y ajuster l’écart des mains.</li>
<li><strong>Grandes (40 cm)</strong> : pour les déplacements d’une barre à l’autre et les grands gabarits.</li>
</ul>
<p>La hauteur compte autant : il faut que les jambes passent dessous dans l’équerre. Dix centimètres suffisent à la plupart des gens.</p>
<h2>Les poser et les saisir</h2>
<p>Placez-les parallèles, à la largeur des épaules, sur un sol qui ne glisse pas. Saisissez le milieu de la barre, le pouce autour, et serrez comme si vous vouliez laisser une empreinte. Le poignet reste dans le prolongement de l’avant-bras : s’il se casse vers l’intérieur, la barre est trop en avant dans la paume.</p>
<p>Avant le premier exercice, faites trois appuis bras tendus de dix secondes. Poussez les épaules vers le bas, loin des oreilles. Cette <em>dépression</em> des omoplates est la clé de tout ce qui suit.</p>
<h2>Cinq exercices, du plus simple au plus difficile</h2>
<ol>
<li><strong>Pompes profondes.</strong> La poitrine descend sous le niveau des mains. Trois fois huit, avec une seconde d’arrêt en bas.</li>
<li><strong>Appui groupé.</strong> Bras tendus, décollez les pieds et ramenez les genoux contre la poitrine. Cinq fois dix secondes.</li>
<li><strong>Équerre.</strong> Le même appui, les jambes tendues devant soi. Commencez par une jambe à la fois. Tenir vingt secondes est déjà un très bon niveau.</li>
<li><strong>Pompes piquées.</strong> Hanches hautes, pieds au sol ou surélevés, la tête descend entre les barres. C’est le chemin vers les pompes en équilibre.</li>
<li><strong>Équilibre sur les mains.</strong> Contre un mur d’abord. La prise neutre soulage les poignets, et le moindre déséquilibre se sent aussitôt dans la main.</li>
</ol>
<h2>Une séance complète en vingt minutes</h2>
<p>Enchaînez les quatre premiers exercices avec une minute de repos entre chacun, puis recommencez deux fois. Notez une seule chose : le temps total passé en appui. Il doit augmenter d’une semaine à l’autre ; le reste suivra.</p>
<h2>Trois erreurs fréquentes</h2>
<ul>
<li><strong>Plier les coudes dans l’équerre.</strong> Mieux vaut un appui groupé bras tendus qu’une équerre bras fléchis.</li>
<li><strong>Aller trop vite vers l’équilibre.</strong> Si vous ne tenez pas un appui d’une minute, votre place est encore au sol.</li>
<li><strong>Oublier l’entretien.</strong> Un bois nu s’use et devient lisse. Un voile de magnésie améliore la prise ; un passage au papier de verre fin, une fois par an, suffit à le rafraîchir.</li>
</ul>
<p>Rangez-les là où vous passez souvent. Des parallettes visibles se font utiliser trois fois par jour ; au fond d’un placard, jamais.</p>`,
    en: `
<p>Two small wooden bars on the floor: there is hardly any equipment simpler, or more versatile. Parallettes keep your wrists straight, make room under your body and transform a dozen familiar exercises. But they do have to be chosen, placed and gripped properly.</p>
<h2>Choosing the size</h2>
<ul>
<li><strong>Small (20 cm long)</strong>: for push-ups and handstands. They travel in a bag.</li>
<li><strong>Medium (30 cm)</strong>: the size we recommend to begin with. There is room to adjust your grip.</li>
<li><strong>Large (40 cm)</strong>: for moving from one bar to the other, and for tall people.</li>
</ul>
<p>Height matters just as much: your legs have to pass underneath in an L-sit. Ten centimetres are enough for most people.</p>
<h2>Placing and gripping them</h2>
<p>Set them parallel, shoulder-width apart, on a floor that does not slip. Take the middle of the bar with your thumb around it and squeeze as if you wanted to leave a print. The wrist stays in line with the forearm: if it bends inwards, the bar lies too far forward in your palm.</p>
<p>Before the first exercise, do three straight-arm supports of ten seconds. Push your shoulders down, away from your ears. This <em>depression</em> of the shoulder blades is the key to everything that follows.</p>
<h2>Five exercises, from simple to hard</h2>
<ol>
<li><strong>Deep push-ups.</strong> Your chest goes below the level of your hands. Three sets of eight, with a one-second pause at the bottom.</li>
<li><strong>Tuck support.</strong> Arms straight, lift your feet and bring your knees to your chest. Five sets of ten seconds.</li>
<li><strong>L-sit.</strong> The same support with straight legs in front of you. Begin with one leg at a time. Twenty seconds is already a very good level.</li>
<li><strong>Pike push-ups.</strong> Hips high, feet on the floor or raised, the head goes down between the bars. This is the road to handstand push-ups.</li>
<li><strong>Handstand.</strong> Against a wall at first. The neutral grip is kind to your wrists, and you feel the slightest loss of balance in your hand at once.</li>
</ol>
<h2>A complete session in twenty minutes</h2>
<p>Run through the first four exercises with a minute of rest between them, then repeat twice. Write down one thing only: the total time spent in support. It should grow from week to week; the rest will follow.</p>
<h2>Three common mistakes</h2>
<ul>
<li><strong>Bending the elbows in the L-sit.</strong> A tuck support with straight arms is worth more than an L-sit with bent ones.</li>
<li><strong>Hurrying to the handstand.</strong> If you cannot hold a support for a minute, your place is still on the floor.</li>
<li><strong>Forgetting to look after them.</strong> Bare wood wears and turns smooth. A touch of chalk improves the grip; fine sandpaper once a year is enough to refresh it.</li>
</ul>
<p>Keep them where you often walk past. Parallettes in sight are used three times a day; at the back of a cupboard, never.</p>`,
  },
};
