import type { SeedArticle } from '../article.ts';

export const jugglingAndTheBrain: SeedArticle = {
  title: {
    fr: 'Ce que le jonglage fait à votre cerveau',
    en: 'What juggling does to your brain',
  },
  tags: ['coordination', 'science'],
  cover: 'juggling-and-the-brain',
  item: 'juggling-balls',
  date: '2026-09-08',
  content: {
    fr: `
<p>Trois balles, deux mains : il en reste toujours une en l’air. Cette petite impossibilité fait du jonglage l’un des meilleurs exercices de coordination qui soient, et l’un des plus étudiés. Voici ce que l’on sait, ce que l’on ne sait pas, et comment commencer ce soir.</p>
<h2>Ce que montrent les études</h2>
<p>En 2004, une équipe allemande (Draganski et ses collègues, dans la revue <em>Nature</em>) a demandé à des adultes qui ne savaient pas jongler d’apprendre la cascade à trois balles. Après trois mois de pratique, l’imagerie montrait un peu plus de matière grise dans une région du cerveau qui suit les objets en mouvement. Trois mois après l’arrêt, la différence avait en bonne partie disparu.</p>
<p>Cinq ans plus tard, une équipe d’Oxford (Scholz et ses collègues, <em>Nature Neuroscience</em>) a observé, après six semaines d’entraînement, un changement de la matière blanche, c’est-à-dire des liaisons entre les régions qui voient et celles qui guident la main. Le changement apparaissait chez les bons élèves comme chez les moins doués : c’est l’apprentissage qui compte, pas la performance.</p>
<p>Restons honnêtes : ces études portent sur quelques dizaines de personnes, et personne n’a montré que jongler rend plus intelligent. Elles disent une chose plus simple et plus belle : un cerveau adulte se modifie quand on lui demande un geste nouveau.</p>
<h2>Pourquoi c’est utile à l’entraînement</h2>
<ul>
<li><strong>Le regard périphérique.</strong> On ne suit pas une balle, on regarde le sommet des trajectoires et l’on laisse les mains se débrouiller.</li>
<li><strong>Les deux côtés du corps.</strong> La main faible travaille autant que l’autre, ce que peu d’exercices obtiennent.</li>
<li><strong>La gestion de l’erreur.</strong> Une balle tombe toutes les dix secondes au début. On ramasse, on recommence, sans commentaire. C’est une excellente école.</li>
<li><strong>La récupération.</strong> Entre deux séries de force, deux minutes de balles reposent les muscles et réveillent l’attention.</li>
</ul>
<h2>La cascade à trois balles en quatre leçons</h2>
<ol>
<li><strong>Une balle.</strong> Lancez d’une main à l’autre, à hauteur des yeux, toujours la même. Coudes près du corps, paumes vers le ciel. Cent lancers.</li>
<li><strong>Deux balles.</strong> Une dans chaque main. Lancez la première ; quand elle est au sommet, lancez la seconde <em>en dessous</em>. Rattrapez, rattrapez, pause. Le piège classique est de passer la seconde balle de main à main : elle doit voler, elle aussi.</li>
<li><strong>Trois balles, trois lancers.</strong> Deux balles dans la main forte. Droite, gauche, droite, stop. Ne cherchez pas plus.</li>
<li><strong>Continuez.</strong> Ajoutez un lancer à la fois. Le jour où vous en faites six d’affilée, vous jonglez.</li>
</ol>
<p>Placez-vous face à un mur ou devant un lit : vous n’avancerez plus malgré vous et vous ramasserez moins bas. Prenez des balles lestées, d’environ 120 grammes, qui ne roulent pas. Dix minutes par jour valent mieux qu’une heure le dimanche, et la plupart des gens tiennent la cascade en une à deux semaines.</p>
<p>Ensuite ? L’application propose 46 variations, du simple passage par-dessus la tête aux figures avec massues. Il en reste toujours une à apprendre, et c’est bien là le but.</p>`,
    en: `
<p>Three balls, two hands: one of them is always in the air. This small impossibility makes juggling one of the best coordination exercises there is, and one of the most studied. Here is what we know, what we do not know, and how to begin tonight.</p>
<h2>What studies show</h2>
<p>In 2004 a German team (Draganski and colleagues, in <em>Nature</em>) asked adults who could not juggle to learn the three-ball cascade. After three months of practice, brain imaging showed slightly more grey matter in a region that follows moving objects. Three months after they stopped, much of the difference had gone.</p>
<p>Five years later a team in Oxford (Scholz and colleagues, <em>Nature Neuroscience</em>) saw a change in white matter after six weeks of training, that is, in the connections between the areas that see and those that guide the hand. It appeared in good and less gifted pupils alike: what counts is the learning, not the performance.</p>
<p>Let us stay honest: these studies looked at a few dozen people, and nobody has shown that juggling makes you more intelligent. They say something simpler and more beautiful: an adult brain changes when you ask it for a new movement.</p>
<h2>Why it helps your training</h2>
<ul>
<li><strong>Peripheral vision.</strong> You do not follow a ball; you look at the top of the arcs and let your hands get on with it.</li>
<li><strong>Both sides of the body.</strong> The weaker hand works as hard as the other, which few exercises achieve.</li>
<li><strong>Dealing with mistakes.</strong> At first you drop a ball every ten seconds. You pick it up and start again, without comment. It’s excellent training.</li>
<li><strong>Recovery.</strong> Between two sets of strength work, two minutes of juggling rest the muscles and wake up your attention.</li>
</ul>
<h2>The three-ball cascade in four lessons</h2>
<ol>
<li><strong>One ball.</strong> Throw it from hand to hand, to eye level, always the same way. Elbows close to the body, palms up. A hundred throws.</li>
<li><strong>Two balls.</strong> One in each hand. Throw the first; when it is at the top, throw the second <em>underneath</em>. Catch, catch, pause. The classic trap is to hand the second ball across: it has to fly too.</li>
<li><strong>Three balls, three throws.</strong> Two balls in your stronger hand. Right, left, right, stop. Do not ask for more.</li>
<li><strong>Go on.</strong> Add one throw at a time. The day you make six in a row, you can juggle.</li>
</ol>
<p>Stand facing a wall or in front of a bed: you will stop walking forward without meaning to, and you will bend down less. Use filled balls of about 120 grams, which do not roll away. Ten minutes a day beat an hour on Sunday, and most people hold a cascade within one to two weeks.</p>
<p>And then? The app offers 46 variations, from a simple throw over the top to patterns with clubs. There is always one more to learn, which is rather the point.</p>`,
  },
};
