import type { SeedArticle } from '../article.ts';

export const choosingResistanceBands: SeedArticle = {
  title: {
    fr: 'Choisir ses élastiques, et s’en servir longtemps',
    en: 'Choosing resistance bands, and making them last',
  },
  tags: ['calisthenics', 'stretching'],
  cover: 'choosing-bands',
  item: 'resistance-bands',
  date: '2026-05-12',
  content: {
    fr: `
<p>Un élastique pèse deux cents grammes, tient dans une poche et remplace une bonne partie d’une salle de musculation. Encore faut-il prendre le bon. Les couleurs ne sont pas normalisées d’une marque à l’autre, les kilos annoncés ne veulent pas dire ce que l’on croit, et un élastique mal entretenu finit toujours par casser au mauvais moment.</p>
<h2>Boucle longue, mini-boucle ou tube ?</h2>
<ul>
<li><strong>La boucle longue</strong> (un mètre environ) est la plus polyvalente : assistance aux tractions, tirages, squats, étirements. Si vous n’en prenez qu’une, prenez celle-là.</li>
<li><strong>La mini-boucle</strong> se place autour des cuisses ou des chevilles. Elle est parfaite pour réveiller les fessiers, peu utile pour le reste.</li>
<li><strong>Le tube à poignées</strong> est agréable en main, mais les attaches sont son point faible, et il se prête mal à l’assistance.</li>
</ul>
<h2>Comprendre la résistance</h2>
<p>Un élastique n’a pas un poids, il a une courbe. Presque rien au début, de plus en plus à mesure qu’il s’allonge. La fourchette indiquée, par exemple 10 à 30 kg, donne la force quand il est peu tendu et celle quand il atteint deux fois et demie sa longueur. Au-delà, on l’abîme.</p>
<p>Cela change la manière de s’entraîner : le mouvement est facile là où vous êtes faible, dur là où vous êtes fort. C’est une qualité pour apprendre, et une raison de contrôler le retour, car c’est là que l’élastique travaille contre vous.</p>
<h2>Quelle force pour quel usage ?</h2>
<ol>
<li><strong>Légère (5 à 15 kg)</strong> : échauffement des épaules, mobilité, rééducation, premiers tirages.</li>
<li><strong>Moyenne (10 à 30 kg)</strong> : la plupart des exercices de pousser et de tirer, assistance aux tractions quand on en fait déjà trois ou quatre.</li>
<li><strong>Forte (20 à 45 kg)</strong> : squats, soulevés de terre, assistance pour la toute première traction.</li>
</ol>
<p>Entre deux, choisissez la plus légère. Un élastique trop dur vous fait raccourcir le geste ; un élastique un peu facile se corrige en reculant d’un pas.</p>
<h2>Quatre exercices pour commencer</h2>
<ul>
<li><strong>Écartés à l’horizontale</strong> : bras tendus devant soi, ouvrez jusqu’à la poitrine. Deux fois quinze, chaque jour si vous travaillez assis.</li>
<li><strong>Tirage assis</strong> : l’élastique autour des pieds, coudes le long du corps, une seconde d’arrêt en arrière.</li>
<li><strong>Squat</strong> : un bout sous les pieds, l’autre sur les épaules.</li>
<li><strong>Traction assistée</strong> : la boucle autour de la barre, un genou dedans.</li>
</ul>
<h2>La sécurité en trois gestes</h2>
<p><strong>Regardez-le</strong> avant chaque séance : une entaille, une zone blanchie ou collante, et il va à la poubelle. <strong>Ancrez-le</strong> autour d’un objet lisse et fixe, jamais sur une arête ni sur une poignée de porte non verrouillée. <strong>Ne le lâchez pas</strong> sous tension, et gardez le visage hors de sa trajectoire.</p>
<p>Rangez-le à l’abri du soleil et de la chaleur, sec, sans nœud. Un peu de talc une fois par mois empêche le latex de coller. Ainsi traité, un élastique dure deux à trois ans ; sur un radiateur, un hiver. Et si vous êtes allergique au latex, demandez une version en tissu ou en élastomère synthétique.</p>`,
    en: `
<p>A resistance band weighs two hundred grams, fits in a pocket and replaces a good part of a gym. But you have to pick the right one. Colours are not standardised from one brand to another, the kilos printed on them do not mean what you think, and a neglected band always snaps at the wrong moment.</p>
<h2>Long loop, mini loop or tube?</h2>
<ul>
<li><strong>The long loop</strong> (about a metre) is the most versatile: assisted pull-ups, rows, squats, stretching. If you buy only one, buy this one.</li>
<li><strong>The mini loop</strong> goes around your thighs or ankles. It is perfect for waking up the glutes, and of little use for anything else.</li>
<li><strong>The tube with handles</strong> is pleasant to hold, but its fastenings are its weak point, and it is poor at assistance.</li>
</ul>
<h2>Understanding resistance</h2>
<p>A band does not have a weight, it has a curve. Almost nothing at first, then more and more as it gets longer. The range on the label, 10 to 30 kg for example, gives the force when it is barely stretched and when it reaches two and a half times its length. Beyond that you damage it.</p>
<p>This changes the way you train: the movement is easy where you are weak and hard where you are strong. That is a virtue for learning, and a reason to control the way back, because that is where the band works against you.</p>
<h2>Which strength for what?</h2>
<ol>
<li><strong>Light (5 to 15 kg)</strong>: shoulder warm-ups, mobility, rehabilitation, first rows.</li>
<li><strong>Medium (10 to 30 kg)</strong>: most pushing and pulling exercises, assisted pull-ups once you can do three or four.</li>
<li><strong>Heavy (20 to 45 kg)</strong>: squats, deadlifts, assistance for your very first pull-up.</li>
</ol>
<p>If you hesitate between two, take the lighter one. A band that is too hard makes you shorten the movement; one that is a little too easy is corrected by taking a step back.</p>
<h2>Four exercises to begin with</h2>
<ul>
<li><strong>Pull-aparts</strong>: arms straight in front of you, open them to your chest. Two sets of fifteen, every day if you work sitting down.</li>
<li><strong>Seated row</strong>: the band around your feet, elbows close to the body, one second of pause at the back.</li>
<li><strong>Squat</strong>: one end under your feet, the other across your shoulders.</li>
<li><strong>Assisted pull-up</strong>: the loop around the bar, one knee in it.</li>
</ul>
<h2>Three safety habits</h2>
<p><strong>Look at it</strong> before every session: a nick, a whitened or sticky patch, and it goes in the bin. <strong>Anchor it</strong> around something smooth and fixed, never over an edge or on the handle of an unlocked door. <strong>Do not let go of it</strong> under tension, and keep your face out of its path.</p>
<p>Store it away from sun and heat, dry and without knots. A little talcum powder once a month keeps the latex from sticking. Treated like this a band lasts two to three years; on a radiator, one winter. And if you are allergic to latex, ask for a version in fabric or synthetic elastomer.</p>`,
  },
};
