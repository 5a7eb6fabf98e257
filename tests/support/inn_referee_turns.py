"""Card effects, turns and losing as the second referee reads the rules (sections A and B, Tables 1 and 2)."""

from __future__ import annotations

from inn_referee_cards import ONE_OTHER, cards
from inn_referee_drinks import Drinking
from inn_referee_plays import Due, Play
from inn_referee_table import HAND, PASS, GameOverError, TurnOverError

from tavern_engine.games.red_dragon_inn import zones as z

LAST_TURN = 1000  # RA86
TO_THEM = ("damage_other", "hit_back", "hit_back_any", "damage_all_others")


class Turns(Drinking):
    """What cards do, whose turn it is, and who is out."""

    # Targets.

    def choose_targets(self, play: Play) -> None:
        """RA19, RA22: a Drink, a way, players."""
        mechanic, owner = play.card.mechanic, play.owner
        if play.window == "drink" and self.fitting(owner, play.card):
            play.drink = self.pick_drink(owner, play.card)
        if mechanic == "split_drink" and play.card.words("modes"):
            assert play.drink is not None
            ways = ["way pass it on"] + ([] if play.drink.unsplittable else ["way split it"])
            play.way = self.ask(owner, "way", ways, "RA19").partition(" ")[2]
        if play.card.words("ac_choices"):
            play.way = self.ask(owner, "way", ["way raise it", "way lower it"], "RA19").partition(" ")[2]
        if mechanic in ("pass_drink", "split_drink"):
            play.targets = [self.pick(owner, self.others(owner), "RA19")]
        elif mechanic == "damage_several_pay":
            play.targets = self.pick_several(owner, play.card.number("max_targets"))
        elif mechanic in ONE_OTHER:
            play.targets = [self.pick(owner, self.others(owner), "RA21")]
        elif mechanic == "player_pays_inn":
            play.targets = [self.pick(owner, self.present(owner), "RA22")]
        elif mechanic == "cheat_control_eject":
            play.targets = [self.pick(owner, [seat for seat in self.gamblers if seat != owner], "RA22")]
        elif mechanic in ("collect_each_other", "damage_all_others"):
            play.targets = self.others(owner)
        elif mechanic == "heal_all_collect":
            play.targets = self.present(owner)
        elif mechanic == "gain_fort":
            play.targets = [owner]
        elif mechanic in ("hit_back", "hit_back_any"):
            assert play.below is not None
            play.targets = [play.below.owner]

    def pick_several(self, seat: int, most: int) -> list[int]:
        """R121: named in the order of the seats."""
        picked: list[int] = []
        while len(picked) < most:
            among = [other for other in sorted(self.others(seat)) if not picked or other > picked[-1]]
            options = [f"seat {other}" for other in among] + ([PASS] if picked else [])
            chosen = self.ask(seat, "targets", options, "R121")
            if chosen == PASS:
                break
            picked.append(int(chosen.partition(" ")[2]))
        return picked

    # Effects.

    def resolve(self, play: Play, due: Due | None) -> None:
        """What the tables say that a card does, then its Story, its LOST window, and the discard."""
        mechanic = play.card.mechanic
        if mechanic == "gamble_start_or_control" and play.window == "action":
            self.start_round(play)
            return
        if mechanic == "step_outside":
            self.step_outside(play)
            return
        if play.window == "bet":
            self.take_control(play)
        elif due is not None:
            self.settle_due(play, due)
        elif play.window == "drink" and play.drink is not None:
            self.work_on_drink(play)
        elif play.below is not None and mechanic not in ("hit_back", "hit_back_any") and play.card.kind == "Sometimes":
            self.counter(play, play.below)
        else:
            self.work(play)
        self.do_story(play)
        if play.card.flag("horseshoe"):
            self.visit(play.owner)
        self.lost(play)
        self.done(play)

    def settle_due(self, play: Play, due: Due) -> None:
        """Cards of ANTE, PAY and PAID."""
        if self.pot_card(play):
            return
        if play.window == "paid":
            self.event(z.TAKES_FROM_INN, "R109", play.owner, 0, due.amount)
            self.seats[play.owner].gold += due.amount
            self.inn -= due.amount
        elif play.card.mechanic == "pay_from_inn":
            due.covered = True
        else:
            if self.in_round:
                self.leave_round(play.owner)
            due.left = True
            self.own_price(play)

    def own_price(self, play: Play) -> None:
        """RA25."""
        if play.card.number("pay_inn"):
            self.pay(play.owner, z.INN, play.number("pay_inn"), "RA25", by_card=True)

    def work_on_drink(self, play: Play) -> None:
        drink, owner, mechanic = play.drink, play.owner, play.card.mechanic
        assert drink is not None
        if play.ignores_drink:
            self.ignore_drink(owner, drink)
            self.own_price(play)
        elif mechanic == "pass_drink" or play.way == "pass it on":
            self.event(z.HANDS_ON, "RA44", owner, play.targets[0], self.drinks.index(drink))
            drink.drinker = play.targets[0]
        elif mechanic == "split_drink":
            self.split_drink(drink, play.targets[0])
        elif mechanic == "modify_drink":
            choices = play.card.words("ac_choices")
            amount = play.number("ac")
            if choices:
                amount = max(map(int, choices)) if play.way == "raise it" else min(map(int, choices))
            self.change_drink(drink, amount)
        elif mechanic == "force_extra_drink":
            assert drink.drinker is not None
            self.event(z.OWES_DRINK, "RA45", drink.drinker)
            self.owed[drink.drinker] = self.owed.get(drink.drinker, 0) + 1
        else:
            gain = drink.ac if mechanic == "ac_to_fort" else play.number("fort")
            row = self.drinks.index(drink) + (0 if gain == drink.ac else z.IN_ALL)
            self.event(z.IS_COURAGE, "RA42", owner, row, gain)
            drink.fort += gain
            drink.ac = 0

    def counter(self, play: Play, below: Play) -> None:
        """Cards that answer the card below."""
        mechanic = play.card.mechanic
        if self.pot_card(play):
            return
        if mechanic.startswith("negate_"):
            self.negate(below)
        elif mechanic == "anti_cheat_win":
            self.negate(below)
            self.wins(play.owner)
        else:
            self.event(z.IGNORES, "R51", play.owner, self.kind(below.card.id), 0)
            below.ignored.add(play.owner)

    def pot_card(self, play: Play) -> bool:
        """RA65."""
        mechanic = play.card.mechanic
        if mechanic not in ("pot_to_inn", "pot_to_self", "take_from_pot", "steal_win"):
            return False
        if mechanic == "take_from_pot":
            if self.in_round:
                self.take_pot(play.owner, play.number("amount"))
        elif mechanic == "steal_win":
            self.taker = play.owner
        elif self.in_round:
            self.pot_goes(z.INN if mechanic == "pot_to_inn" else z.RECEIVER + play.owner)
        return True

    def work(self, play: Play) -> None:
        """Action and Anytime cards, hit-backs, and pot cards in ROUND and WIN."""
        mechanic, owner = play.card.mechanic, play.owner
        if self.pot_card(play):
            return
        reached = [seat for seat in self.around(owner) if seat in play.targets and seat not in play.ignored]
        if play.card.number("fort") < 0:
            for seat in reached:
                self.hurt(play, seat, -play.number("fort"), "Table 1")
        elif play.card.number("fort") > 0:
            for seat in reached:
                self.fortify(seat, play.number("fort"), "Table 1")
        if mechanic in ("player_pays_you", "collect_each_other", "heal_other_for_gold", "heal_all_collect",
                        "reserve_for_gold"):  # fmt: skip
            price = play.number("gold") or play.number("amount")
            for seat in reached:
                if seat != owner:
                    self.pay(seat, z.RECEIVER + owner, price, "RA72", by_card=True)
        if mechanic == "player_pays_inn":
            for seat in reached:
                self.pay(seat, z.INN, play.number("amount"), "Table 1", by_card=True)
        elif mechanic == "damage_several_pay":
            self.pay(owner, z.INN, len(play.targets) * play.number("pay_inn_per_target"), "R121", by_card=True)
        elif mechanic == "order_extra":
            self.own_price(play)
            self.order_drinks(owner, play.number("drinks"))
        elif mechanic == "toast":
            self.toast(play)
        elif mechanic == "force_drink_now":
            self.drink_own(play.targets[0])
        elif mechanic == "redistribute_drinkme":
            self.hand_out(owner)
        for seat in reached:
            if mechanic == "damage_swap_drink":
                self.pour_pile([seat], 1)
            if mechanic in ("damage_swap_drink", "damage_reserve", "reserve_for_gold", "reserve_and_redraw"):
                self.get_reserve(seat)
            if mechanic == "reserve_and_redraw":
                self.throw_some(seat)
                self.draw_cards(seat, HAND - self.hand_size(seat))

    def toast(self, play: Play) -> None:
        """RA47, R123, R135."""
        rows = []
        for seat in self.present(play.owner):
            drink = self.first_drink(seat)
            if drink is not None:
                rows.append(drink)
        self.drinks, outer = rows, self.drinks
        for drink in rows:
            if drink.revealer == play.owner and play.card.number("own_ac"):
                self.change_drink(drink, play.card.number("own_ac"))
        self.drinks = outer
        self.drink_together(rows, self.active)

    def order_drinks(self, seat: int, number: int) -> None:
        """R6, R45: one by one; RA105: also for those outside."""
        for _ in range(number):
            among = [other for other in self.in_game(seat) if other != seat]
            if not among or self.drink_deck.size == 0:
                return
            receiver = self.pick(seat, among, "R45", "order")
            self.order_for(seat, receiver)

    def hand_out(self, seat: int) -> None:
        """R127, RA115."""
        while self.seats[seat].pile:
            options = [PASS, *(f"seat {other}" for other in self.others(seat))]
            chosen = self.ask(seat, "hand out", options, "RA115")
            if chosen == PASS:
                return
            receiver = int(chosen.partition(" ")[2])
            self.event(z.HANDS_OVER, "R127", seat, receiver)
            self.put_mug(receiver, self.seats[seat].pile.pop())

    def step_outside(self, play: Play) -> None:
        """R108, RA106, RA107."""
        target = play.targets[0]
        if target in play.ignored:
            self.done(play)
            return
        self.hurt(play, target, -play.number("fort"), "R108")
        self.lost(play)
        self.done(play)
        self.check()
        if self.seats[target].inside and self.seats[play.owner].inside and self.active == play.owner:
            self.event(z.STEPS_OUT, "R108", play.owner, target)
            self.outside = {play.owner, target}
            self.out_with = play.owner
            raise TurnOverError

    # A turn.

    def turn(self, seat: int) -> None:
        """R2 and section W."""
        self.event(z.TURN_BEGINS, "R2", seat)
        self.active = seat
        self.turns += 1
        self.used = set()
        try:
            self.start_turn(seat)
            self.free("free")
            self.throw_some(seat)
            self.draw_up(seat)
            self.check()
            self.free("free")
            self.act(seat)
            self.ordering = True
            self.free("ordering")
            self.order_drinks(seat, 1)
            self.check()
            self.free("ordering")
            self.ordering = False
            self.drink_own(seat)
            self.check()
            self.evening(seat)
            self.free("free")
        except TurnOverError:
            pass
        self.ordering = False

    def start_turn(self, seat: int) -> None:
        """RA105, RA89, RA92."""
        if self.out_with == seat:
            self.event(z.COMES_BACK, "RA105", 0, self.bits(self.outside))
            self.outside, self.out_with = set(), None
        for id_ in self.front_cards(seat, "story_persist_tax"):
            self.use_from_table(seat, id_)
            self.renew_tales()
            self.pay(seat, z.INN, 1, "RA89")
        self.check()
        if self.seats[seat].name == "molly":
            self.visit(seat)
        self.check()

    def draw_up(self, seat: int) -> None:
        """R3; story_persist_hand_limit."""
        limit = HAND
        for id_ in self.front_cards(seat, "story_persist_hand_limit"):
            limit = 5
            self.use_from_table(seat, id_)
            self.renew_tales()
        self.draw_cards(seat, limit - self.hand_size(seat))

    def act(self, seat: int) -> None:
        """R5, R126; story_persist_no_action."""
        left = 1
        for id_ in self.front_cards(seat, "elixir_speed"):
            self.use_from_table(seat, id_)
            left = 2
        for id_ in self.front_cards(seat, "story_persist_no_action"):
            self.use_from_table(seat, id_)
            self.renew_tales()
            left = 0
        while left > 0:
            options = [PASS]
            for card in self.hand_cards(seat):
                acts = card.kind in ("Action", "Action/Gambling")
                if acts and (card.mechanic not in ONE_OTHER or self.others(seat)):
                    options.append(f"play {card.id}")
            chosen = self.ask(seat, "action", options, "R5")
            if chosen == PASS:
                return
            id_ = chosen.partition(" ")[2]
            self.in_round = id_ == "gambling_im_in"  # RA56
            self.gamblers = self.present(0) if self.in_round else []
            self.play(seat, id_, "action")
            left -= 1
            self.check()

    def free(self, name: str) -> None:
        """FREE: Anytime cards, and while ordering order_extra by the active player."""

        def answer(seat: int, chosen: str) -> None:
            self.play(seat, chosen.partition(" ")[2], name)
            self.check()

        self.window(name, "W FREE", lambda: self.present(self.active), self.free_offers, answer)

    def free_offers(self, seat: int) -> list[str]:
        offers = self.anytime(seat)
        if self.ordering and seat == self.active:
            offers += [f"play {card.id}" for card in self.hand_cards(seat) if card.mechanic == "order_extra"]
        return offers

    # Losing.

    def check(self) -> None:
        """RA76: whenever the stack is empty."""

        def concerned() -> list[int]:
            return [seat for seat in self.present(self.active) if self.in_trouble(seat)]

        self.window(
            "last", "RA76", concerned, self.free_offers, lambda seat, chosen: self.play_card(seat, chosen, "last")
        )
        inside = [seat for seat in self.around(self.active) if self.seats[seat].inside]
        passing = [seat for seat in inside if self.passed_out(seat)]
        if not any(map(self.in_trouble, inside)) and not self.fallen:
            return
        heirs = [seat for seat in inside if seat not in passing]
        shares = {seat: self.seats[seat].gold // 2 // len(heirs) if heirs else 0 for seat in passing}
        for seat in passing:
            self.event(z.PASSES_OUT, "R14", seat, self.bits(heirs), shares[seat])
        for seat in passing:
            self.inn += self.seats[seat].gold - shares[seat] * len(heirs)
            for heir in heirs:
                self.seats[heir].gold += shares[seat]
        broke = [seat for seat in heirs if self.seats[seat].gold == 0]
        for seat in broke:
            self.event(z.BROKE, "R12", seat)
        gone = passing + broke
        if not gone:
            return
        self.checks += 1
        for seat in gone:
            self.leave_the_inn(seat)
        self.pour_pile(sorted(gone), later=True)
        self.event(z.CHECK_ENDS, "RA80")
        self.fallen = set()
        left = [seat for seat in inside if seat not in gone]
        if len(left) <= 1:
            self.event(z.GAME_ENDS, "RA84", 0, self.bits(left), None)
            raise GameOverError
        self.taken()  # RA7: those who are out pay nothing
        self.check()
        if not self.seats[self.active].inside:
            raise TurnOverError

    def passed_out(self, seat: int) -> bool:
        return self.seats[seat].ac >= self.seats[seat].fort or seat in self.fallen

    def in_trouble(self, seat: int) -> bool:
        return self.passed_out(seat) or self.seats[seat].gold == 0

    def leave_the_inn(self, seat: int) -> None:
        """RA83, RA89, RA108."""
        place = self.seats[seat]
        place.inside = False
        place.gold = 0
        place.left_at = self.checks
        for id_ in list(place.front):
            self.put_away(seat, id_)
        if place.name == "molly":
            self.stalls = [None] * len(self.stalls)
        if place.name == "warthorn":
            for other in range(len(self.seats)):
                for id_ in list(self.seats[other].front):
                    if cards()[id_].kind == "Story":
                        self.put_away(other, id_)
        if place.name == "olivia":
            self.served = False
        self.outside.discard(seat)
        if self.out_with == seat:
            self.outside, self.out_with = set(), None
