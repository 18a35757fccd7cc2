/**
 * Words that lessons have in common, the most frequent last: what they share with this costs a link almost nothing. Never changed: links of
 * format 1 are read with it.
 */
export const DICTIONARY =
  'Where is the queen? Where is the king? What did your opponent play? Which move is best? Which of these boards is the likeliest? ' +
  'How many boards are possible? How many boards does this sense leave at worst? Where do you sense? Find the king and take it. ' +
  'Capture the king within turns. You have one turn. You are Black. You are White. Sense first. There is no check. ' +
  'The opponent may have castled. The knight can have gone to. A window of nine squares shows. A sense of shows which of the boards is true. ' +
  'It leaves at most boards. In the worst case it leaves. Each board is equally likely. All boards are possible. ' +
  'Look at the squares that differ. Count the boards on which. Think of what you were told. The king can be captured. Pass. ' +
  'If nothing is there, then the piece stands on another square. You were told that a piece of yours was captured on. ' +
  'your own pieces, the opponent’s pieces, Black’s, White’s, bishop, knight, rook, queen, pawn, king, because, that, which, with, from, have, when, there, this, only, ' +
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3;' +
  'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4;rnbqkb1r/pp2pppp/2p2n2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4;' +
  '6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1;4k3/8/8/8/8/8/8/4K3 b - - 0 1;r4rk1/pp3ppp/2p5/8/8/2P5/PP3PPP/R4RK1 w - - 0 1; w - - 0 1; b - - 0 1;' +
  ',"sources":[{"text":"","url":"https://"}]}"element":"replay","attributes":{"link":"1","ply":"","phase":"sensed","perspective":"both"' +
  '"element":"board","attributes":{"boards":"","weights":"3 1 1","fen":"","perspective":"white","perspective":"truth","orientation":"black","overlays":"pieces","groups":"","arrows":"","marks":"","caption":"' +
  '"attributes":{"task":"capture-king","fen":"","side":"white","side":"black","agent":"random","agent":"attacker","seed":"1","assist":"tracking","turns":"8","prompt":"' +
  '"attributes":{"task":"reach","squares":"","piece":"pawn","task":"survive","task":"locate","goal":"1","task":"played","task":"count","task":"where","piece":"king","piece":"queen","piece":"knight",' +
  '"before":"","told":"lost -; sensed e5; seen nd6 pe5; moved g1f3; lost d5"' +
  '"attributes":{"task":"choose","boards":"","task":"left","squares":"","task":"move","answer":"pass","measure":"expected","task":"sense","panels":"boards","engine":"off","measure":"worst","answer":"","prompt":"","hint":"","explain":"' +
  '{"type":"OutpostLesson","version":1,"id":"","title":"","summary":"","steps":[{"id":"1","heading":"","text":["' +
  '","hint":"","explain":""}}},{"id":"2","heading":"","text":[""],"show":{"element":"board","attributes":{"fen":"' +
  '"}}},{"id":"3","heading":"","text":["","","."],"show":{"element":"game","attributes":{"task":"sense","boards":"';
